import { defineConfig } from '@playwright/test'
import { findChromium } from '../lib/testing/run/find-chromium'

// Workers load this file too. They have this variable, but not these arguments.
if (process.argv.some((word) => word.includes('@smoke'))) process.env['SIGHTLINE_FAST_BROWSER_TESTS'] = '1'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  // A worker has a console, a stand-in and a database for all its tests. One worker keeps two cores busy. With a second
  // worker, the run took longer (161 s instead of 138 s for the pages in appearance.spec.ts).
  workers: 1,
  // With more workers, the next free one takes the next test.
  fullyParallel: true,
  retries: 0,
  // Long, for machines that are busy: the waits inside a test report when it hangs.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Dublin',
    // A trace makes each step several times slower. Ask for it (TRACE=1) to examine one test.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // In containers, the browser runs as root, which needs --no-sandbox. It must not contact the internet.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
