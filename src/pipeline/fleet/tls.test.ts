import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { FleetError } from '../../core/errors.js';
import { openCache } from '../cache/shared-cache.js';
import { connect, connectionTo } from './redis.js';

const HAS_OPENSSL = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).length > 0;
  } catch {
    return false;
  }
})();

it.skipIf(!HAS_OPENSSL)(
  'a certificate of an unknown authority is refused, by queue and cache (needs openssl)',
  async () => {
    const folder = temporaryFolder();
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const names = ['-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...kind, ...names], { stdio: 'ignore' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hint = 'name the authority that has signed its certificate in NODE_EXTRA_CA_CERTS';
    try {
      await expect(connect(connectionTo(`rediss://${host}`))).rejects.toThrow(
        new FleetError(`the queue rediss://${host} cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT); ${hint}`),
      );
      const messages: string[] = [];
      const cache = await openCache(`rediss://${host}`, { onTrouble: (text) => messages.push(text) });
      expect(await cache.has('1'.repeat(64))).toBe(false);
      await cache.close();
      expect(messages).toEqual([
        `cache rediss://${host}: cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT); ${hint}; continuing without it`,
      ]);
    } finally {
      server.close();
    }
  },
);
