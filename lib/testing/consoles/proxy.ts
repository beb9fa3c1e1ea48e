import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get as getWithTls } from 'node:https'
import os from 'node:os'
import path from 'node:path'

export interface Proxy {
  /** Its address, with the path of the consoles. */
  url: string
  stop(): Promise<void>
}

export interface TlsProxy extends Proxy {
  /** Its address without TLS. */
  plainUrl: string
}

/** A folder for the files of a proxy. `stop` removes it. */
export const makeProxyFolder = (name: string) => mkdtempSync(path.join(os.tmpdir(), `sightline-${name}-`))

interface ProxyProgram {
  /** For all files of the proxy. It is also the home folder of the program. */
  folder: string
  url: string
  program: string
  words: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** Starts a proxy and waits until it responds, which may be with 502, because no console runs yet. */
export async function runProxy({ folder, url, program, words, env = {} }: ProxyProgram): Promise<Proxy> {
  const child = spawn(program, words, {
    env: { ...process.env, HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => (errors = (errors + bytes.toString()).slice(-10_000)))
  const ended = once(child, 'exit')
  while (!(await isAnswered(url)))
    if (child.exitCode !== null) throw new Error(`${path.basename(program)} did not start: ${errors}`)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns whether a server responds to this address, with any certificate */
function isAnswered(url: string): Promise<boolean> {
  const get = url.startsWith('https:') ? getWithTls : getPlain
  return new Promise((resolve) => {
    const request = get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
    request.on('error', () => resolve(false))
  })
}
