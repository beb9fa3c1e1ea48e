import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { cookieNames } from '@/lib/auth/cookies'
import { provideChromium } from '../run/find-chromium'
import type { BenchConsole } from './search/search-console'

/** Starts a browser that does nothing besides the page that is measured. */
export async function launchQuietBrowser(): Promise<Browser> {
  const found = provideChromium()
  if ('problem' in found) throw new Error(found.problem)
  return await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}

/** An empty browser window in which the person of the bench is signed in. */
export async function openContext(
  browser: Browser,
  app: BenchConsole,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport })
  const value = (app.headers['cookie'] ?? '').slice(cookieNames.session.length + 1)
  await context.addCookies([
    { name: cookieNames.session, value, url: app.url.replace('http:', 'https:'), secure: true, httpOnly: true },
  ])
  return context
}
