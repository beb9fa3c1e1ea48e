import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port'
import { provideProgram } from '../run/find-program'

/** A block of the configuration in deploy/proxy, with the braces. */
function findBlock(sample: string, head: string): string {
  const start = sample.indexOf(`${head} {`)
  const end = /^ {0,4}\}$/m.exec(sample.slice(start))
  if (start === -1 || end === null) throw new Error(`deploy/proxy/nginx.conf has no ${head}`)
  return sample.slice(start, start + end.index + end[0].length)
}

/**
 * The configuration that operators copy, without TLS and for these ports.
 * @param folder for its files
 */
function writeConfiguration(folder: string, port: number, consoles: readonly number[]): string {
  const sample = readFileSync('deploy/proxy/nginx.conf', 'utf8')
  const servers = consoles.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join('\n    ')
  const upstream = findBlock(sample, 'upstream sightline').replace(/server 127\.0\.0\.1:3000[^;]*;/, servers)
  if (!upstream.includes(servers)) throw new Error('deploy/proxy/nginx.conf has no server in its upstream')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const body = /client_max_body_size [^;]*;/.exec(sample)?.[0] ?? ''
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 2048; }
http {
    access_log off;
    ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
    ${upstream}
    server {
        listen 127.0.0.1:${port};
        ${body}
        ${findBlock(sample, 'location /')}
    }
}
`,
  )
  return file
}

export interface Proxy {
  url: string
  stop(): Promise<void>
}

/** nginx in front of consoles on these ports of loopback, each request to the next one. */
export async function startNginx(consoles: readonly number[]): Promise<Proxy> {
  const program = provideProgram('nginx', 'nginx-light')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-nginx-'))
  const port = await findFreePort()
  const errors = path.join(folder, 'error.log')
  const child = spawn(program, ['-e', errors, '-p', folder, '-c', writeConfiguration(folder, port, consoles)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isListening = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  // It answers 502 while no console does.
  while (!(await isListening()))
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${readFileSync(errors, 'utf8')}`)
  return { url, stop }
}
