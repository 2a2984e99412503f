/** Chromium, where there is one: Debian's package, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Tests that need it are skipped, visibly, where it is not. */
export const haveBrowser = existsSync(executable);
if (!haveBrowser) console.warn(`skipped: no Chromium at ${executable}; install it, or set CHROMIUM to one`);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executable, args: FLAGS });
}
