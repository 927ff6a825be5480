/*
 * Lower limit of the duration of an upload: minimal HTTP, recv and write in pieces of 1 MiB, and a flush.
 *
 *   receive PORT FILE
 *
 * Writes the body of each request to FILE.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 1 << 20, HEAD = 16384 };

static char piece[PIECE];

static void fail(const char *what) {
  perror(what);
  exit(2);
}

static void write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t n = write(fd, bytes, count);
    if (n < 0) fail("write");
    bytes += n;
    count -= n;
  }
}

/* Handles one request. Returns 0 when the client has disconnected. */
static int receive(int client, const char *path) {
  static char head[HEAD + 1];
  size_t bytes = 0;
  char *end = NULL;
  while (end == NULL) {
    ssize_t n = recv(client, head + bytes, HEAD - bytes, 0);
    if (n <= 0) return 0;
    bytes += n;
    head[bytes] = 0;
    end = strstr(head, "\r\n\r\n");
  }
  const char *length = strcasestr(head, "content-length:");
  size_t left = length ? strtoull(length + 15, NULL, 10) : 0;
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) fail(path);
  size_t early = head + bytes - (end + 4);
  write_all(file, end + 4, early);
  left -= early;
  while (left > 0) {
    ssize_t n = recv(client, piece, left < PIECE ? left : PIECE, 0);
    if (n <= 0) fail("recv");
    write_all(file, piece, n);
    left -= n;
  }
  if (fdatasync(file) < 0 || close(file) < 0) fail("fdatasync");
  const char reply[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
  write_all(client, reply, sizeof reply - 1);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "receive PORT FILE\n"), 2;
  int server = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
  if (listen(server, 16) < 0) fail("listen");
  for (;;) {
    int client = accept(server, NULL, NULL);
    if (client < 0) fail("accept");
    while (receive(client, argv[2])) continue;
    close(client);
  }
}
