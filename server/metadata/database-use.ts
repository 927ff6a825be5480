/**
 * Who opens a database. A `server` never blocks its main thread while the disk flushes or another process holds a lock. A
 * `command` does one thing after the other and needs no further thread for that.
 */
export type DatabaseUse = 'server' | 'command';
