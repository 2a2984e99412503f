/**
 * Loaded before a command (`node --import`), also in its threads: causes the fault that GRIDPREP_FAULT names.
 *
 *     full:N             the disk is full from the N-th file that is written on, in the middle of it
 *     killed:N           the process is killed (kill -9) at the N-th moment of writing files: begun, half, whole, or named
 *     SIGINT, SIGTERM    the process gets that signal, twice as from the impatient, in the middle of the first file that is written
 *     interrupted:N      the process gets Ctrl-C when a bake lets others have their turn for the N-th time
 *     read-only          no file can be created
 *     no-permission      neither file nor folder can be
 *     dying-thread:N     the N-th worker thread ends as soon as it has begun, every one with N = 0
 *     dying-task:N       the N-th worker thread ends when it gets its first task, every one with N = 0
 *     dying-bake:NAME    a thread ends when it tells for the first time how far it is with the map of that name
 *     deadly:NAME        the whole process is killed when a thread gets the map of that name
 *     dying-help         a thread ends when it is to help with another's map
 *     clock:YEARS        the clock stands that many years from now
 */
import { existsSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { isMainThread, MessagePort, parentPort, threadId } from 'node:worker_threads';

const [fault, first] = (process.env.GRIDPREP_FAULT ?? '').split(':');
const YEAR_MS = 365 * 86_400_000;
const { mkdir, open, rename } = fs;
let opened = 0;
let moments = 0;

function failure(code: string, path: unknown): Error {
  return Object.assign(new Error(`${code}: injected`), { code, syscall: 'write', path });
}

/** The handle of a file of which only a part can be written. */
function halved(file: FileHandle, path: unknown): FileHandle {
  const { writeFile } = file;
  file.writeFile = async (bytes) => {
    await writeFile.call(file, (bytes as Uint8Array).subarray(0, (bytes as Uint8Array).length >> 1));
    throw failure('ENOSPC', path);
  };
  return file;
}

function moment(): void {
  if (fault === 'killed' && ++moments === Number(first)) process.kill(process.pid, 'SIGKILL');
}

/** The handle of a file in whose middle something happens. */
function parted(file: FileHandle, happens: () => unknown): FileHandle {
  const { writeFile } = file;
  file.writeFile = async (data) => {
    const bytes = data as Uint8Array;
    await writeFile.call(file, bytes.subarray(0, bytes.length >> 1));
    await happens();
    await writeFile.call(file, bytes.subarray(bytes.length >> 1));
  };
  return file;
}

/** Never returns: the signal is to end the process. */
function getSignal(): Promise<never> {
  for (let i = 0; i < 2; i++) process.kill(process.pid, fault as NodeJS.Signals);
  return new Promise(() => setInterval(() => {}, 1000));
}

fs.open = async (path, flags, mode) => {
  if (flags !== 'wx') return open(path, flags, mode);
  if (fault === 'no-permission') throw failure('EACCES', path);
  if (fault === 'read-only') throw failure('EROFS', path);
  const file = await open(path, flags, mode);
  moment();
  if (fault === 'killed') return parted(file, moment);
  if (fault === 'SIGINT' || fault === 'SIGTERM') return parted(file, getSignal);
  return fault === 'full' && ++opened >= Number(first) ? halved(file, path) : file;
};
fs.rename = async (from, to) => {
  moment();
  await rename(from, to);
  moment();
};
if (fault === 'interrupted') {
  const { setImmediate } = timers;
  let turns = 0;
  const counted = (...argv: Parameters<typeof setImmediate>) => {
    if (++turns === Number(first)) process.kill(process.pid, 'SIGINT');
    return setImmediate(...argv);
  };
  Object.assign(timers, { setImmediate: counted });
}
fs.mkdir = (async (path, options) => {
  if (fault === 'no-permission' && !existsSync(path)) throw failure('EACCES', path);
  return mkdir(path, options as undefined);
}) as typeof mkdir;
syncBuiltinESMExports();

/** Lets a fault see each task of a worker thread before the worker does. */
function onTask(see: (task: object) => void): void {
  const port = parentPort;
  if (!port) return;
  const { on } = port;
  const seen = (event: string, listener: (task: object) => void) =>
    on.call(port, event, (task: object) => {
      if (event === 'message') see(task);
      listener(task);
    });
  Object.assign(port, { on: seen });
}

function exitAtProgress(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message, ...transfer) {
    if (Object.hasOwn(Object(message), 'done')) process.exit(7);
    return postMessage.call(this, message, ...(transfer as []));
  };
}

const chosen = !isMainThread && [0, threadId].includes(Number(first));
if (fault === 'dying-thread' && chosen) setTimeout(() => process.exit(7));
if (fault === 'dying-task' && chosen) onTask(() => process.exit(7));
if (fault === 'dying-help') onTask((task) => 'share' in task && process.exit(7));
if (fault === 'dying-bake') {
  onTask((task) => {
    if ('name' in task && task.name === first) exitAtProgress();
  });
}
if (fault === 'deadly') {
  onTask((task) => {
    if (!('name' in task && task.name === first)) return;
    // Other maps come into the process meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    process.kill(process.pid, 'SIGKILL');
  });
}
if (fault === 'clock') {
  const now = Date.now.bind(Date);
  Date.now = () => now() + Number(first) * YEAR_MS;
}
