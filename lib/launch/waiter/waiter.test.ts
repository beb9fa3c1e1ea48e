import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { waitFor } from '@/lib/testing/harness'
import type { ConsoleOrder } from './waiter.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-waiter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const waiter = path.join(import.meta.dirname, 'waiter.mjs')
const log: ConsoleOrder['log'] = { level: 'info', secrets: ['a-secret-value'] }
/** A script that runs until it is killed. */
const forever = 'setInterval(() => {}, 1_000)'
/** A console that prints that it was stopped. */
const obedient = `process.on('SIGTERM', () => { console.log('{"level":"info","msg":"stopped"}'); process.exit(143) }); console.log('{"level":"info","msg":"began"}'); ${forever}`

/** Sends the order for a console, and then prints a greeting again and again. */
const greetOften = (order: string) => `${order}; setInterval(() => console.log('greeting'), 1)`

/** Starts the waiter with programs in place of the preparing process and of Next. */
function start({ preparing, console: code = '' }: { preparing: (order: string) => string; console?: string }) {
  const order = { args: ['-e', code], env: {}, log }
  const file = path.join(mkdtempSync(path.join(folder, 'case-')), 'prepare.cjs')
  writeFileSync(file, preparing(`process.send(${JSON.stringify(order)})`))
  const script = `import(${JSON.stringify(waiter)}).then(async ({ runConsole }) => {
    process.exitCode = await runConsole([${JSON.stringify(file)}])
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'close').then(([code_]) => code_ as number | null)
  const sees = (text: string) => waitFor(`it says ${text}`, () => Promise.resolve(output.includes(text)))
  return { child, ended, output: () => output, sees }
}

describe('the waiter', { tags: ['R24'] }, () => {
  it('passes on the reason why a console was not prepared, and starts none', async () => {
    const { ended, output } = start({ preparing: () => `console.error('PORT is wrong'); process.exitCode = 3` })
    expect(await ended).toBe(3)
    expect(output()).toBe('PORT is wrong\n')
  })

  it('ends without a console when it is stopped during the preparation', async () => {
    const { child, ended, output, sees } = start({ preparing: () => `console.log('preparing'); ${forever}` })
    await sees('preparing')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toBe('preparing\n')
  })

  it("stops the console on request, and prints no greeting after the console's last line", async () => {
    const { child, ended, output, sees } = start({ preparing: greetOften, console: obedient })
    await sees('began')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toMatch(/"stopped"\}\n$/)
  })

  it("ends the preparing process when the console ends by itself, and passes on the console's exit code and reason", async () => {
    const code = `process.send({ startFailed: 'The database is of a newer version.' }, () => process.exit(7))`
    const { ended, output } = start({ preparing: (order) => `${order}; ${forever}`, console: code })
    expect(await ended).toBe(7)
    expect(output()).toMatch(/The database is of a newer version\.\n$/)
  })

  it('writes the output of the console as entries without secrets', { tags: ['S28'] }, async () => {
    const code = `console.error('⨯ Error: a-secret-value is wrong')`
    const { ended, output } = start({ preparing: (order) => order, console: code })
    expect(await ended).toBe(0)
    const entries = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries).toContainEqual(
      expect.objectContaining({ level: 'error', source: 'next', msg: 'Error: [redacted] is wrong' }),
    )
  })
})
