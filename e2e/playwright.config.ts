import { defineConfig } from '@playwright/test'
import { findChromium } from '../lib/testing/run/find-chromium'

// Workers read this file too, with this variable and without these arguments.
if (process.argv.some((word) => word.includes('@smoke'))) process.env['SIGHTLINE_FAST_BROWSER_TESTS'] = '1'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  // Minutes each: at night (SIGHTLINE_NIGHTLY=1), or by their name (npm run e2e -- million).
  ...(process.env['SIGHTLINE_NIGHTLY'] === '1' ? {} : { testIgnore: 'nightly/**' }),
  outputDir: '../test-results/browser',
  // Each has a console, a stand-in and a database of its own for all its tests.
  workers: 2,
  // Whichever worker is free takes the next test, so that no long file is left to one of them at the end.
  fullyParallel: true,
  retries: 0,
  // Long, for machines that have much else to do: a test that hangs is told by its own waits.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Dublin',
    // A trace costs each step several times its work: asked for by name (TRACE=1), to look into one test.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Started as root in containers, and silent towards the internet.
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
