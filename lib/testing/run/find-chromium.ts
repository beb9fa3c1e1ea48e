import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

// The first one has no windows: it starts faster and needs a tenth less processor time in our tests.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  /** Where Playwright's own browser is installed. */
  ownPath: () => string
  isExecutable: (file: string) => boolean
  /** Whether the browser starts: Playwright's own may lack libraries of the system. */
  starts: (file: string) => boolean
  /** Runs a command to its end; true when it succeeded. */
  run: (command: string, words: readonly string[]) => boolean
  isDebianRoot: () => boolean
}

export const thisMachine: Machine = {
  env: process.env,
  ownPath: () => chromium.executablePath(),
  isExecutable: (file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
  starts: (file) => spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0,
  run: (command, words) =>
    spawnSync(command, words, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 5 * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  isDebianRoot: () =>
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /debian/i.test(readFileSync('/etc/os-release', 'utf8')),
}

/** The browser for the tests: CHROMIUM_PATH, Playwright's own, or the system's; null when none starts. */
export function findChromium(machine: Machine = thisMachine): string | null {
  const asked = machine.env['CHROMIUM_PATH']
  if (asked !== undefined && asked !== '') return machine.isExecutable(asked) && machine.starts(asked) ? asked : null
  const folders = (machine.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const candidates = [
    machine.ownPath(),
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...fixedPlaces,
  ]
  return candidates.find((file) => machine.isExecutable(file) && machine.starts(file)) ?? null
}

/** Finds a browser or installs one. @returns its path, or a sentence with the next step */
export function provideChromium(machine: Machine = thisMachine): { path: string } | { problem: string } {
  const found = findChromium(machine)
  if (found !== null) return { path: found }
  if ((machine.env['CHROMIUM_PATH'] ?? '') !== '')
    return { problem: 'CHROMIUM_PATH names no browser that starts: correct it, or unset it to have one looked for.' }
  machine.run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  const own = findChromium(machine)
  if (own !== null) return { path: own }
  if (machine.isDebianRoot() && machine.run('apt-get', ['update']))
    for (const name of ['chromium-headless-shell', 'chromium']) {
      machine.run('apt-get', ['install', '-y', name])
      const installed = findChromium(machine)
      if (installed !== null) return { path: installed }
    }
  return {
    problem:
      'No Chromium was found and none could be installed: install one and name it in CHROMIUM_PATH, then run npm test again.',
  }
}
