#!/usr/bin/env node
// Starts main.mjs with more threads for file system calls. libuv reads the number when it needs its first thread, and Node loads
// ES modules by means of these threads, so the number is set in a script that is none.
process.env.UV_THREADPOOL_SIZE ||= '32';
void import('./main.mjs');
