/** Worker for tests of the pool: does what its task says. */
import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { BlobError } from '../src/core/errors.js';
import { serve } from '../src/core/threads/pool.js';

export type Odd =
  | 'answer'
  | 'exit'
  | 'throw'
  | 'throw a system error'
  | 'throw what cannot be sent'
  | 'throw outside'
  | 'answer a function'
  | 'wait';

serve(async (task: { odd: Odd }) => {
  if (task.odd === 'exit') process.exit(7);
  if (task.odd === 'throw') throw new BlobError('thrown');
  if (task.odd === 'throw a system error')
    throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write', path: 'a' });
  if (task.odd === 'throw what cannot be sent') throw Object.assign(new Error('odd'), { self: () => 1 });
  if (task.odd === 'throw outside') {
    queueMicrotask(() => {
      throw new Error('outside');
    });
    await setTimeout(60_000);
  }
  if (task.odd === 'answer a function') return () => 1;
  if (task.odd === 'wait') await setTimeout(60_000);
  await setTimeout(20);
  return threadId;
});
