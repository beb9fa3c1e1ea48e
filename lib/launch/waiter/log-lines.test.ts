import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { wrapLines } from './log-lines.mjs'

function collect(level: 'info' | 'error' = 'info', secrets: string[] = [], lowest: 'info' | 'error' = 'info') {
  const chunks: string[] = []
  const wrapper = wrapLines(level, {
    level: lowest,
    secrets,
    write: (chunk) => void chunks.push(chunk.toString()),
  })
  const lines = () => chunks.join('').split(/(?<=\n)/)
  const entries = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  return { wrapper, chunks, lines, entries }
}

const own = (msg: string) => `{"level":"info","msg":"${msg}"}\n`

it('passes lines of our own log on unchanged', { tags: ['S28'] }, () => {
  const { wrapper, lines } = collect()
  const line = '{"level":"info","time":"2026-01-01T00:00:00.000Z","msg":"grüße"}\n'
  for (const byte of Buffer.from(line)) wrapper.feed(Buffer.from([byte]))
  wrapper.end()
  expect(lines()).toEqual([line])
})

it('makes one entry without colors from each text that Next prints', { tags: ['S28'] }, () => {
  const { wrapper, entries } = collect()
  wrapper.feed(Buffer.from('\u001b[1m▲ Next.js 16\u001b[22m\n- Local:  http://x\n\n ✓ Ready in 300ms\n ⚠ slow\n'))
  wrapper.end()
  expect(entries().map(({ level, source, msg }) => [level, source, msg])).toEqual([
    ['info', 'next', 'Next.js 16'],
    ['info', 'next', '- Local:  http://x'],
    ['info', 'next', 'Ready in 300ms'],
    ['warn', 'next', 'slow'],
  ])
})

it('keeps a stack in one entry, with its first line as the message', { tags: ['S28'] }, () => {
  const { wrapper, entries } = collect('error')
  const stack =
    '⨯ Error: failed to pipe response\n    at a (b.js:1:2)\n    at c {\n  [cause]: Error: cut\n}\nError: another\n    at d'
  // The text is cut at any position, as in a pipe.
  wrapper.feed(Buffer.from(stack.slice(0, 50)))
  wrapper.feed(Buffer.from(stack.slice(50)))
  wrapper.end()
  expect(entries()).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'Error: failed to pipe response',
      detail: '    at a (b.js:1:2)\n    at c {\n  [cause]: Error: cut\n}',
    }),
    expect.objectContaining({ level: 'error', msg: 'Error: another', detail: '    at d' }),
  ])
})

it('writes 500 unusual texts as JSON and loses none', { tags: ['S28'] }, () => {
  const { wrapper, lines } = collect()
  for (let at = 0; at < 500; at += 1)
    wrapper.feed(
      Buffer.from(`${['{"level":"x', '{"level":"info"', '\u0000\u001b[2J"', '\r\\', '\u2028'][at % 5]} ${at}\n`),
    )
  wrapper.end()
  // Texts that begin with a space are part of the entry before.
  const entries = lines().map((line) => JSON.parse(line) as Record<string, string>)
  for (const { source } of entries) expect(source).toBe('next')
  const texts = entries
    .flatMap(({ msg = '', detail = '' }) => [msg, detail])
    .join('\n')
    .split('\n')
  expect(texts.flatMap((text) => / (\d+)$/.exec(text)?.[1] ?? [])).toEqual(
    Array.from({ length: 500 }, (_, at) => `${at}`),
  )
})

it('writes a text soon, even if nothing follows', async () => {
  const { wrapper, chunks } = collect()
  wrapper.feed(Buffer.from('Ready\n'))
  while (chunks.length === 0) await wait(5)
  expect(chunks[0]).toContain('Ready')
})

it('logs a request that its sender aborted as info and not as an error', () => {
  const { wrapper, entries } = collect('error')
  wrapper.feed(Buffer.from(" ⨯ Error: aborted\n    at ignore-listed frames {\n  code: 'ECONNRESET'\n}\n"))
  wrapper.feed(Buffer.from(' ⨯ Error: another trouble\n'))
  wrapper.end()
  expect(entries().map(({ level, msg }) => [level, msg])).toEqual([
    ['info', 'Error: aborted'],
    ['error', 'Error: another trouble'],
  ])
})

it('keeps the order of our own lines and of the texts between them', { tags: ['S28'] }, () => {
  const { wrapper, entries } = collect()
  wrapper.feed(Buffer.from(`${own('1')}${own('2')}✓ 3\n  more\n${own('4')}⚠ 5\n`))
  wrapper.end()
  expect(entries().map(({ msg }) => msg)).toEqual(['1', '2', '3', '4', '5'])
})

it('writes only entries of the configured level, shortened and without secrets and control characters', () => {
  const { wrapper, lines, entries } = collect('error', ['hunter2-secret'], 'error')
  wrapper.feed(Buffer.from(`⚠ slow\n⨯ Error: hunter2-secret \u009b\n${' '.repeat(4)}at ${'a'.repeat(20_000)}\n`))
  wrapper.end()
  expect(entries()).toEqual([expect.objectContaining({ level: 'error', msg: 'Error: [redacted] \u009b' })])
  expect(lines()[0]).toContain('\\u009b')
  expect(lines()[0]?.length).toBeLessThan(9_000)
})
