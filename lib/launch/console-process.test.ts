import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { spawnConsole } from './console-process'

const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-launch-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Puts something in place of Next that runs until it is stopped. */
function writeFiles(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
}

it('says that the console stops on request, before it has ended', { tags: ['R24'] }, async () => {
  writeFiles({
    'lib/launch/next-process.mjs': '',
    'node_modules/next/dist/bin/next': 'setInterval(() => {}, 1_000)',
  })
  const before = new Set(process.listeners('SIGTERM'))
  const { ended, stopping } = spawnConsole({ command: 'start', root, env: {}, heapMb: 64, log: null })
  const obey = process.listeners('SIGTERM').find((listener) => !before.has(listener))
  expect(stopping.aborted).toBe(false)
  obey?.('SIGTERM')
  expect(stopping.aborted).toBe(true)
  expect(await ended).toEqual({ code: 0, sentence: null })
})
