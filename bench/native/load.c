/*
 * Load generator: one epoll loop that copies every received byte, as a browser does.
 *
 *   load PORT CONNECTIONS BATCH [--body FILE] [--seconds S] [--every MS] [--mark COUNT]
 *
 * BATCH contains units of requests, written by lib/batch.mjs. A connection takes a unit, sends its requests one
 * after the other, and takes the next unit. With --seconds, the batch is repeated until the time is over or SIGTERM
 * arrives. --every sets the interval of units of a connection. --mark measures the first and the last COUNT units.
 * Bodies are ranges of --body, which is kept in memory. Prints the measurements as one line of JSON.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_BYTES = 16384, COPY_BYTES = 1 << 20, MAX_EVENTS = 1024 };

struct request {
  uint32_t head_bytes, status;
  int64_t reply_bytes; /* -1: any */
  uint64_t body_at, body_bytes;
  const char *head;
};

struct unit {
  uint32_t count;
  struct request *requests;
};

enum reading { HEAD, SIZED, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILER };

struct connection {
  int fd, waiting; /* waiting: until its next interval */
  struct unit *unit;
  uint32_t at;
  uint64_t sent;
  enum reading reading;
  char head[HEAD_BYTES];
  int head_bytes, status, line_bytes;
  uint64_t left, got;
  double started;
};

static struct unit *units;
static uint32_t unit_count;
static const char *body;
static char *copy;
static int port, epoll_fd;
static double begun, end_at, pace;
static uint64_t taken, finished, requests, bad, received, sent_bytes, mark;
static double first_mark, last_mark;
static float *latencies;
static size_t latency_room;
static volatile sig_atomic_t stopped;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(2);
}

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static char *map_file(const char *path, size_t *bytes) {
  int fd = open(path, O_RDONLY);
  struct stat facts;
  if (fd < 0 || fstat(fd, &facts) < 0) fail(path);
  *bytes = facts.st_size;
  char *at = mmap(NULL, facts.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  if (at == MAP_FAILED) fail(path);
  close(fd);
  return at;
}

static void read_batch(const char *path) {
  size_t bytes;
  const char *at = map_file(path, &bytes);
  memcpy(&unit_count, at, 4);
  at += 4;
  units = calloc(unit_count, sizeof *units);
  for (uint32_t i = 0; i < unit_count; i++) {
    memcpy(&units[i].count, at, 4);
    at += 4;
    units[i].requests = calloc(units[i].count, sizeof(struct request));
    for (uint32_t j = 0; j < units[i].count; j++) {
      struct request *r = &units[i].requests[j];
      memcpy(&r->head_bytes, at, 4);
      memcpy(&r->status, at + 4, 4);
      memcpy(&r->reply_bytes, at + 8, 8);
      memcpy(&r->body_at, at + 16, 8);
      memcpy(&r->body_bytes, at + 24, 8);
      r->head = at + 32;
      at += 32 + r->head_bytes;
    }
  }
}

static void complain(struct connection *c, const char *why) {
  if (bad++ > 2) return;
  struct request *r = &c->unit->requests[c->at];
  fprintf(stderr, "%s: status %d for %.*s\n", why, c->status, 80, r->head);
}

static void watch(struct connection *c, uint32_t events, int how) {
  struct epoll_event event = {.events = events, .data.ptr = c};
  if (epoll_ctl(epoll_fd, how, c->fd, &event) < 0) fail("epoll_ctl");
}

static void open_connection(struct connection *c) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int on = 1;
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  watch(c, EPOLLIN, EPOLL_CTL_ADD);
}

static void begin_request(struct connection *c, double at) {
  c->sent = 0;
  c->reading = HEAD;
  c->head_bytes = c->status = 0;
  c->got = 0;
  c->started = at;
}

/* Returns the next unit, or none after the last one or when the time is over. */
static int take_unit(struct connection *c, double at) {
  c->unit = NULL;
  if (stopped || (end_at > 0 ? at >= end_at : taken >= unit_count)) return 0;
  if (pace > 0 && at < c->started + pace) {
    c->waiting = 1;
    return 0;
  }
  c->waiting = 0;
  c->unit = &units[taken++ % unit_count];
  c->at = 0;
  begin_request(c, at);
  return 1;
}

static void send_more(struct connection *c) {
  struct request *r = &c->unit->requests[c->at];
  uint64_t whole = r->head_bytes + r->body_bytes;
  while (c->sent < whole) {
    struct iovec parts[2];
    int count = 0;
    if (c->sent < r->head_bytes) {
      parts[count++] = (struct iovec){(void *)(r->head + c->sent), r->head_bytes - c->sent};
    }
    uint64_t body_sent = c->sent > r->head_bytes ? c->sent - r->head_bytes : 0;
    if (body_sent < r->body_bytes) {
      parts[count++] =
          (struct iovec){(void *)(body + r->body_at + body_sent), r->body_bytes - body_sent};
    }
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    ssize_t n = sendmsg(c->fd, &message, MSG_NOSIGNAL);
    if (n < 0) {
      if (errno == EAGAIN) return watch(c, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
      return; /* the response that was sent before the server closed, if any, is read later */
    }
    c->sent += n;
  }
  sent_bytes += r->body_bytes;
  if (r->body_bytes > 0) watch(c, EPOLLIN, EPOLL_CTL_MOD);
}

static void remember(double seconds) {
  if (requests == latency_room) {
    latency_room = latency_room ? latency_room * 2 : 65536;
    latencies = realloc(latencies, latency_room * sizeof *latencies);
  }
  latencies[requests++] = seconds * 1000;
}

static void end_unit(double at) {
  finished++;
  if (mark == 0) return;
  if (finished == mark) first_mark = at - begun;
  if (finished == unit_count - mark) last_mark = at;
  if (finished == unit_count) last_mark = at - last_mark;
}

static void end_reply(struct connection *c) {
  struct request *r = &c->unit->requests[c->at];
  double at = now();
  remember(at - c->started);
  if ((uint32_t)c->status != r->status) complain(c, "wrong status");
  else if (r->reply_bytes >= 0 && (uint64_t)r->reply_bytes != c->got) complain(c, "wrong length");
  if (++c->at < c->unit->count) {
    begin_request(c, at);
    send_more(c);
    return;
  }
  end_unit(at);
  if (take_unit(c, at)) send_more(c);
}

static const char *header(struct connection *c, const char *name) {
  size_t length = strlen(name);
  for (char *line = c->head; (line = strstr(line, "\r\n")) != NULL;) {
    line += 2;
    if (strncasecmp(line, name, length) == 0) return line + length;
  }
  return NULL;
}

/* Reads the part of `data` that belongs to the head of the response. Returns its number of bytes. */
static size_t read_head(struct connection *c, const char *data, size_t bytes) {
  size_t room = HEAD_BYTES - 1 - c->head_bytes;
  size_t taking = bytes < room ? bytes : room;
  memcpy(c->head + c->head_bytes, data, taking);
  c->head[c->head_bytes + taking] = 0;
  int from = c->head_bytes > 3 ? c->head_bytes - 3 : 0;
  char *end = strstr(c->head + from, "\r\n\r\n");
  if (end == NULL) {
    c->head_bytes += taking;
    if (c->head_bytes >= HEAD_BYTES - 1) {
      fprintf(stderr, "a head is too long\n");
      exit(2);
    }
    return taking;
  }
  size_t used = end + 4 - c->head - c->head_bytes;
  end[2] = 0;
  c->status = atoi(c->head + 9);
  const char *length = header(c, "content-length:"), *encoding = header(c, "transfer-encoding:");
  c->left = length ? strtoull(length, NULL, 10) : 0;
  c->line_bytes = 0;
  c->reading = encoding ? CHUNK_SIZE : SIZED;
  return used;
}

static size_t read_line(struct connection *c, const char *data, size_t bytes, int *complete) {
  for (size_t i = 0; i < bytes; i++) {
    if (data[i] == '\n') {
      *complete = 1;
      return i + 1;
    }
    if (c->line_bytes < 31) c->head[c->line_bytes++] = data[i];
  }
  return bytes;
}

static size_t read_chunk_line(struct connection *c, const char *data, size_t bytes) {
  int complete = 0;
  size_t used = read_line(c, data, bytes, &complete);
  if (!complete) return used;
  c->head[c->line_bytes] = 0;
  c->line_bytes = 0;
  if (c->reading == CHUNK_END) {
    c->reading = CHUNK_SIZE;
  } else if (c->reading == TRAILER) {
    c->reading = SIZED;
    c->left = 0;
  } else {
    c->left = strtoull(c->head, NULL, 16);
    c->reading = c->left > 0 ? CHUNK : TRAILER;
  }
  return used;
}

/* Parses received bytes. They can contain the end of one response and the beginning of the next. */
static void read_bytes(struct connection *c, const char *data, size_t bytes) {
  while (c->unit != NULL) {
    if (c->reading == SIZED && c->left == 0) {
      end_reply(c);
      if (bytes == 0) return;
      continue;
    }
    if (bytes == 0) return;
    size_t used;
    if (c->reading == HEAD) {
      used = read_head(c, data, bytes);
    } else if (c->reading == SIZED || c->reading == CHUNK) {
      used = bytes < c->left ? bytes : c->left;
      c->left -= used;
      c->got += used;
      received += used;
      if (c->reading == CHUNK && c->left == 0) c->reading = CHUNK_END;
    } else {
      used = read_chunk_line(c, data, bytes);
    }
    data += used;
    bytes -= used;
  }
}

static void connection_lost(struct connection *c) {
  close(c->fd);
  if (c->unit != NULL) {
    complain(c, "connection lost");
    end_unit(now());
  }
  open_connection(c);
  if (take_unit(c, now())) send_more(c);
}

static void receive(struct connection *c) {
  for (;;) {
    ssize_t n = recv(c->fd, copy, COPY_BYTES, 0);
    if (n > 0) {
      read_bytes(c, copy, n);
      if (n < COPY_BYTES) return;
      continue;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    connection_lost(c);
    return;
  }
}

static int compare(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void report(void) {
  double seconds = now() - begun;
  qsort(latencies, requests, sizeof *latencies, compare);
  double p50 = requests ? latencies[requests / 2] : 0;
  double p99 = requests ? latencies[(size_t)((requests - 1) * 0.99)] : 0;
  double worst = requests ? latencies[requests - 1] : 0;
  printf("{\"seconds\":%.6f,\"requests\":%lu,\"bad\":%lu,\"received\":%lu,\"sent\":%lu,"
         "\"p50\":%.4f,\"p99\":%.4f,\"worst\":%.4f,\"firstSeconds\":%.6f,\"lastSeconds\":%.6f}\n",
         seconds, requests, bad, received, sent_bytes, p50, p99, worst, first_mark, last_mark);
}

static int resume_paced(struct connection *connections, int count) {
  double at = now();
  int busy = 0;
  for (int i = 0; i < count; i++) {
    struct connection *c = &connections[i];
    if (c->unit == NULL && c->waiting && take_unit(c, at)) send_more(c);
    busy += c->unit != NULL || c->waiting;
    if (c->unit == NULL && (stopped || (end_at > 0 && at >= end_at))) c->waiting = 0;
  }
  return busy;
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "load PORT CONNECTIONS BATCH [options]\n"), 2;
  port = atoi(argv[1]);
  int count = atoi(argv[2]);
  read_batch(argv[3]);
  double seconds = 0;
  size_t ignored;
  for (int i = 4; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--body") == 0) body = map_file(argv[i + 1], &ignored);
    if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
    if (strcmp(argv[i], "--every") == 0) pace = atof(argv[i + 1]) / 1000;
    if (strcmp(argv[i], "--mark") == 0) mark = strtoull(argv[i + 1], NULL, 10);
  }
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  copy = malloc(COPY_BYTES);
  memset(copy, 1, COPY_BYTES);
  epoll_fd = epoll_create1(0);
  struct connection *connections = calloc(count, sizeof *connections);
  for (int i = 0; i < count; i++) open_connection(&connections[i]);

  begun = now();
  end_at = seconds > 0 ? begun + seconds : 0;
  for (int i = 0; i < count; i++) {
    if (take_unit(&connections[i], begun)) send_more(&connections[i]);
  }
  struct epoll_event events[MAX_EVENTS];
  while (resume_paced(connections, count) > 0) {
    int ready = epoll_wait(epoll_fd, events, MAX_EVENTS, pace > 0 ? 1 : 1000);
    for (int i = 0; i < ready; i++) {
      struct connection *c = events[i].data.ptr;
      if (events[i].events & EPOLLOUT && c->unit != NULL) send_more(c);
      if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(c);
    }
  }
  report();
  return bad > 0;
}
