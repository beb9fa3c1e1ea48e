import { describe, expect, it } from 'vitest'
import { findChromium, provideChromium, type Machine } from './find-chromium'

/** A machine where `files` can be executed. Commands are recorded and may create files. */
function machine(files: string[], options: Partial<Machine> & { installs?: Record<string, string> } = {}) {
  const there = new Set(files)
  const commands: string[] = []
  const { installs = {}, ...rest } = options
  const made: Machine = {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    ownPath: () => '/own/chrome',
    isExecutable: (file) => there.has(file),
    starts: () => true,
    run: (command, words) => {
      const line = [command === process.execPath ? 'node' : command, ...words].join(' ')
      commands.push(line)
      const installed = Object.entries(installs).find(([end]) => line.endsWith(end))?.[1]
      if (installed !== undefined) there.add(installed)
      return installed !== undefined || line === 'apt-get update'
    },
    isDebianRoot: () => false,
    ...rest,
  }
  return { made, commands }
}

describe('finding a browser', () => {
  it('tries only CHROMIUM_PATH when it is set, even when it is wrong', () => {
    const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/mine' }
    expect(findChromium(machine(['/mine', '/own/chrome'], { env }).made)).toBe('/mine')
    const wrong = machine(['/own/chrome'], { env })
    expect(provideChromium(wrong.made)).toEqual({ problem: expect.stringMatching(/^CHROMIUM_PATH /) as string })
    expect(wrong.commands).toEqual([])
  })

  it('tries Playwright’s own browser, then the system’s, and skips those that do not start', () => {
    expect(findChromium(machine(['/own/chrome', '/usr/bin/chromium']).made)).toBe('/own/chrome')
    expect(findChromium(machine(['/usr/bin/google-chrome']).made)).toBe('/usr/bin/google-chrome')
    const both = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
    expect(findChromium(machine(both).made)).toBe('/usr/bin/chromium-headless-shell')
    const broken = machine(['/own/chrome', '/usr/bin/chromium'], { starts: (file) => file !== '/own/chrome' })
    expect(findChromium(broken.made)).toBe('/usr/bin/chromium')
  })

  it('installs Playwright’s browser when there is none, or Debian’s as root; otherwise it returns a sentence', () => {
    const own = machine([], { installs: { 'install chromium': '/own/chrome' } })
    expect(provideChromium(own.made)).toEqual({ path: '/own/chrome' })
    expect(own.commands).toEqual(['node node_modules/@playwright/test/cli.js install chromium'])

    const shell = '/usr/bin/chromium-headless-shell'
    const debian = machine([], { installs: { 'install -y chromium-headless-shell': shell }, isDebianRoot: () => true })
    expect(provideChromium(debian.made)).toEqual({ path: shell })
    expect(debian.commands.slice(1)).toEqual(['apt-get update', 'apt-get install -y chromium-headless-shell'])

    const older = machine([], { installs: { 'install -y chromium': '/usr/bin/chromium' }, isDebianRoot: () => true })
    expect(provideChromium(older.made)).toEqual({ path: '/usr/bin/chromium' })

    const none = machine([])
    expect(provideChromium(none.made)).toEqual({ problem: expect.stringMatching(/^No Chromium was found/) as string })
    expect(none.commands).toHaveLength(1)
  })
})
