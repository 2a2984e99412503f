/** Addresses of shared caches and queues; credentials come from the environment, because addresses are shown. */

import { resolve } from 'node:path';
import { ConfigError } from '../../core/errors.js';
import { defined } from '../../core/options/option.js';

/** An address without anything secret in it, fit to be shown. */
export type Address = { kind: 'folder'; path: string; shown: string } | { kind: 'redis'; url: URL; shown: string };

export interface Credentials {
  user?: string;
  password?: string;
}

/** Reads the address of a shared cache. @throws {ConfigError} if it is none, or has a password, query or fragment */
export function cacheAddress(text: string, folder = '.'): Address {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', path: resolve(folder, text), shown: text };
  const url = urlOf(text, 'cache', 'a folder, redis:// or rediss://', REDIS);
  return { kind: 'redis', url, shown: shownAs(url) };
}

/** Checks a URL and leaves no secret in it. @throws {ConfigError} saying which variables take the credentials */
export function urlOf(text: string, what: 'cache' | 'queue', allowed: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    // What cannot be read may hold a password just as well.
    const given = url ? `${url.protocol}//...` : 'a URL that cannot be read';
    throw new ConfigError(`the ${what} is ${given}, expected ${allowed}`);
  }
  const owner = what === 'queue' ? 'FLEET' : 'CACHE';
  const names = `GRIDPREP_${owner}_USER and GRIDPREP_${owner}_PASSWORD`;
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      `the ${what}'s address ${shownAs(url)} has a user or password in it, which would be shown; ` +
        `take it out and set ${names} in the environment`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      `the ${what}'s address ${shownAs(url)} goes on with a query or fragment, expected none; ` +
        `secrets are taken from ${names}`,
    );
  }
  return url;
}

/** An address as it may be shown. */
export function shownAs({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

const REDIS = ['redis:', 'rediss:'];

/**
 * The environment's credentials for an address. An address from a config gets them only if GRIDPREP_CACHE_HOST, or
 * GRIDPREP_FLEET_HOST, lists its host: a JSON config is data and may name any host.
 * @param fromConfig whether a config names the address, not the command line, the environment or a program
 * @param onWithheld called with a sentence if there are credentials and the address does not get them
 */
export function credentialsFor(
  what: 'CACHE' | 'FLEET',
  url: URL,
  fromConfig: boolean,
  onWithheld: (text: string) => void,
): Credentials {
  const variable = (name: string) => process.env[`GRIDPREP_${what}_${name}`] || undefined;
  const [user, password] = ['USER', 'PASSWORD'].map(variable);
  if (user === undefined && password === undefined) return {};
  if (fromConfig && !isListed(url, variable('HOST') ?? '')) {
    const name = `GRIDPREP_${what}_HOST`;
    onWithheld(
      `a config names this address, so no credentials are sent there; to send them, set ${name}=${url.host} in the ` +
        'environment',
    );
    return {};
  }
  return defined({ user, password });
}

/** @param hosts HOST for any port or HOST:PORT, separated by commas */
function isListed({ hostname, port }: URL, hosts: string): boolean {
  // Hosts of redis:// keep their case.
  const host = hostname.toLowerCase();
  const listed = hosts.toLowerCase().split(/[\s,]+/);
  return listed.includes(host) || listed.includes(`${host}:${port || 6379}`);
}

const UNKNOWN_CA = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** @returns what to do about a certificate that is refused; undefined for other errors */
export function hintOfTls(code: string): string | undefined {
  return UNKNOWN_CA.test(code)
    ? 'name the authority that has signed its certificate in NODE_EXTRA_CA_CERTS'
    : undefined;
}
