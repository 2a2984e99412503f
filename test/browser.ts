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

/** Timeout of pages in milliseconds: Playwright's default of 30 s is too short on a busy machine. */
const PATIENCE = 120_000;

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executable, args: FLAGS });
  const newContext = browser.newContext.bind(browser);
  // A page that is opened without a context also requests one.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
