import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isFull, seed } from '@/lib/testing/random-runs'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'sightline-refused-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

// It is loaded before everything else, and reports every socket that starts to listen and a start of Next.
const watcher = path.join(scratch, 'watch.cjs')
writeFileSync(
  watcher,
  `const { Server } = require('node:net'); const children = require('node:child_process')
   const tell = (what) => require('node:fs').writeSync(2, 'WATCHER ' + what + '\\n')
   const { listen } = Server.prototype
   Server.prototype.listen = function (...all) { tell('listen'); return listen.apply(this, all) }
   children.ChildProcess.prototype.spawn = new Proxy(children.ChildProcess.prototype.spawn, {
     apply: (target, self, all) => { if (/next/.test(String(all[0].args))) tell('spawn'); return Reflect.apply(target, self, all) } })`,
)
const emptyFile = path.join(scratch, 'empty')
writeFileSync(emptyFile, '\n')

// A part of values, which no message may repeat.
const canary = 'qzx7canary'
const real = {
  SERVICE_BASE_URL: 'https://service.example',
  SERVICE_TOKEN: `${canary}-token-0123456789`,
  NEXTAUTH_URL: 'https://console.example',
  NEXTAUTH_SECRET: `${canary}-secret-0123456789-0123456789-01234`,
}

interface Broken {
  names: string[]
  command: 'start' | 'demo' | 'dev'
  env: Record<string, string>
}

const broken: Array<[string, Broken]> = [
  ['no secret', { names: ['NEXTAUTH_SECRET'], command: 'start', env: { ...real, NEXTAUTH_SECRET: '' } }],
  ['a short secret', { names: ['NEXTAUTH_SECRET'], command: 'start', env: { ...real, NEXTAUTH_SECRET: canary } }],
  ['no public address', { names: ['NEXTAUTH_URL'], command: 'start', env: { ...real, NEXTAUTH_URL: '' } }],
  [
    'a public address without https',
    { names: ['NEXTAUTH_URL'], command: 'start', env: { ...real, NEXTAUTH_URL: `http://${canary}.example` } },
  ],
  [
    'a public address with a path',
    { names: ['NEXTAUTH_URL'], command: 'start', env: { ...real, NEXTAUTH_URL: `https://x.example/${canary}` } },
  ],
  [
    'no service',
    { names: ['SERVICE_BASE_URL'], command: 'start', env: { ...real, SERVICE_BASE_URL: '', SERVICE_TOKEN: '' } },
  ],
  [
    'a token without a service',
    { names: ['SERVICE_BASE_URL'], command: 'start', env: { ...real, SERVICE_BASE_URL: '' } },
  ],
  ['a service without a token', { names: ['SERVICE_TOKEN'], command: 'start', env: { ...real, SERVICE_TOKEN: '' } }],
  [
    'an invalid service address',
    { names: ['SERVICE_BASE_URL'], command: 'start', env: { ...real, SERVICE_BASE_URL: canary } },
  ],
  [
    'a service address without https',
    { names: ['SERVICE_BASE_URL'], command: 'start', env: { ...real, SERVICE_BASE_URL: `http://${canary}.example` } },
  ],
  [
    'credentials in the service address',
    {
      names: ['SERVICE_BASE_URL'],
      command: 'start',
      env: { ...real, SERVICE_BASE_URL: `https://me:${canary}@x.example` },
    },
  ],
  [
    'a token with spaces',
    { names: ['SERVICE_TOKEN'], command: 'start', env: { ...real, SERVICE_TOKEN: `${canary} and more` } },
  ],
  [
    'a token and a token file',
    { names: ['SERVICE_TOKEN_FILE'], command: 'start', env: { ...real, SERVICE_TOKEN_FILE: `/${canary}` } },
  ],
  [
    'a missing token file',
    {
      names: ['SERVICE_TOKEN_FILE'],
      command: 'start',
      env: { ...real, SERVICE_TOKEN: '', SERVICE_TOKEN_FILE: `/${canary}` },
    },
  ],
  [
    'an empty token file',
    {
      names: ['SERVICE_TOKEN_FILE'],
      command: 'start',
      env: { ...real, SERVICE_TOKEN: '', SERVICE_TOKEN_FILE: emptyFile },
    },
  ],
  [
    'a database address of an unsupported kind',
    { names: ['DATABASE_URL'], command: 'start', env: { ...real, DATABASE_URL: `mysql://u:${canary}@h/d` } },
  ],
  [
    'a database address with a stray percent sign',
    { names: ['DATABASE_URL'], command: 'start', env: { ...real, DATABASE_URL: `postgres://u:${canary}%zz@h/d` } },
  ],
  ['a heap that is too small', { names: ['HEAP_MB'], command: 'demo', env: { HEAP_MB: '12' } }],
  ['a data directory that cannot be created', { names: ['DATA_DIR'], command: 'demo', env: { DATA_DIR: '/proc/x' } }],
  ['a data directory that is a file', { names: ['DATA_DIR'], command: 'demo', env: { DATA_DIR: emptyFile } }],
  ['an invalid port', { names: ['PORT'], command: 'demo', env: { PORT: canary } }],
  ['a port out of range', { names: ['PORT'], command: 'dev', env: { PORT: '70123' } }],
  [
    'a first admin without a password',
    { names: ['ADMIN_PASSWORD'], command: 'start', env: { ...real, ADMIN_EMAIL: `${canary}@x.example` } },
  ],
  [
    'a first admin with a short password',
    { names: ['ADMIN_PASSWORD'], command: 'demo', env: { ADMIN_EMAIL: 'a@x.example', ADMIN_PASSWORD: canary } },
  ],
  [
    'a first admin with a password that is too long',
    {
      names: ['ADMIN_PASSWORD'],
      command: 'demo',
      env: { ADMIN_EMAIL: 'a@x.example', ADMIN_PASSWORD: canary.repeat(30) },
    },
  ],
  [
    'a first admin with an invalid email address',
    { names: ['ADMIN_EMAIL'], command: 'demo', env: { ADMIN_EMAIL: canary, ADMIN_PASSWORD: `${canary}-long-enough` } },
  ],
  ['a short webhook secret', { names: ['WEBHOOK_SECRET'], command: 'start', env: { ...real, WEBHOOK_SECRET: canary } }],
  [
    'a mail server of an unsupported kind',
    {
      names: ['SMTP_URL'],
      command: 'start',
      env: { ...real, SMTP_URL: `http://u:${canary}@mail`, MAIL_FROM: 'a@x.example' },
    },
  ],
  [
    'a mail server address with options',
    {
      names: ['SMTP_URL'],
      command: 'start',
      env: { ...real, SMTP_URL: `smtp://mail?${canary}`, MAIL_FROM: 'a@x.example' },
    },
  ],
  [
    'a mail server with a user but no password',
    { names: ['SMTP_URL'], command: 'demo', env: { SMTP_URL: `smtp://${canary}@mail`, MAIL_FROM: 'a@x.example' } },
  ],
  [
    'a mail server without a sender',
    { names: ['MAIL_FROM'], command: 'start', env: { ...real, SMTP_URL: `smtp://u:${canary}@mail` } },
  ],
  [
    'a sender with an invalid email address',
    {
      names: ['MAIL_FROM'],
      command: 'start',
      env: { ...real, SMTP_URL: 'smtp://mail', MAIL_FROM: `Sightline <${canary}>` },
    },
  ],
  [
    'a sender without a mail server',
    { names: ['MAIL_FROM'], command: 'start', env: { ...real, MAIL_FROM: `${canary}@x.example` } },
  ],
  ['an unknown log level', { names: ['LOG_LEVEL'], command: 'demo', env: { LOG_LEVEL: canary } }],
  ['an unknown rule for second factors', { names: ['SECOND_FACTOR'], command: 'demo', env: { SECOND_FACTOR: canary } }],
  ['the demo open to the network', { names: ['HOSTNAME'], command: 'demo', env: { HOSTNAME: '0.0.0.0' } }],
  [
    'stand-in options that are not JSON',
    { names: ['SIGHTLINE_STANDIN'], command: 'demo', env: { SIGHTLINE_STANDIN: `{${canary}` } },
  ],
  [
    'stand-in options together with a real service',
    { names: ['SIGHTLINE_STANDIN'], command: 'start', env: { ...real, SIGHTLINE_STANDIN: '{}' } },
  ],
  [
    'fault control outside tests',
    { names: ['SIGHTLINE_STANDIN'], command: 'demo', env: { SIGHTLINE_STANDIN: `{"control":true,"x":"${canary}"}` } },
  ],
  [
    'fault control with an escaped key',
    {
      names: ['SIGHTLINE_STANDIN'],
      command: 'demo',
      env: { SIGHTLINE_STANDIN: `{"\\u0063ontrol":true,"x":"${canary}"}` },
    },
  ],
  [
    'a data directory on a file system that stores no files',
    { names: ['DATA_DIR'], command: 'start', env: { ...real, DATA_DIR: '/proc/sightline' } },
  ],
  ['the demo together with a real service', { names: ['SERVICE_BASE_URL'], command: 'demo', env: real }],
  [
    'three wrong settings at once',
    {
      names: ['PORT', 'LOG_LEVEL', 'WEBHOOK_SECRET'],
      command: 'start',
      env: { ...real, PORT: '0', LOG_LEVEL: 'loud', WEBHOOK_SECRET: 'short' },
    },
  ],
]

/** Runs the launcher as npm does, with only PATH from this process's environment. */
async function launch(command: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['lib/launch/main.mjs', command], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATA_DIR: path.join(scratch, 'data'),
      NODE_OPTIONS: `--require ${watcher}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Each case starts a process. The fast tier runs two of them, and different ones each day. */
const tried = isFull
  ? broken
  : fc.sample(fc.shuffledSubarray(broken, { minLength: 2, maxLength: 2 }), { seed, numRuns: 1 }).flat()

describe.concurrent(
  'a wrong setting stops the start before anything listens, and is named without its value',
  { tags: ['R28', 'S32'] },
  () => {
    it.each(tried)('%s', async (_, { names, command, env }) => {
      const { code, output } = await launch(command, env)
      expect(code).toBe(1)
      for (const name of names) expect(output).toMatch(new RegExp(`^${name} `, 'm'))
      // The output has one line for each problem and nothing else: no value, no stack trace, and no report of something
      // that listens.
      expect(
        output
          .trim()
          .split('\n')
          .filter((line) => !names.some((name) => line.startsWith(`${name} `))),
      ).toEqual([])
      expect(output).not.toContain(canary)
      expect(output).not.toMatch(/WATCHER/)
    })

    it('does not touch a directory that belongs to a real service', { tags: ['full'] }, async () => {
      const dataDir = path.join(scratch, 'real')
      const { claimDataDir } = await import('./data-owner')
      expect(claimDataDir(dataDir, 'service')).toBeNull()
      const { code, output } = await launch('demo', { DATA_DIR: dataDir })
      expect(code).toBe(1)
      expect(output).toMatch(/^DATA_DIR holds the data of a real service/)
      expect(readFileSync(path.join(dataDir, 'mode'), 'utf8')).toBe('service\n')
    })
  },
)
