import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port'
import { provideProgram } from '../run/find-program'

const readSample = (name: string) => readFileSync(`deploy/proxy/${name}`, 'utf8')

/** A block of the configuration in deploy/proxy, with the braces. */
function findBlock(sample: string, head: string): string {
  const start = sample.indexOf(`${head} {`)
  const end = /^ {0,4}\}$/m.exec(sample.slice(start))
  if (start === -1 || end === null) throw new Error(`deploy/proxy has no ${head}`)
  return sample.slice(start, start + end.index + end[0].length)
}

/** The part of the server block that is about Sightline: the whole host, or a path beside another application. */
function writeLocations(sample: string, basePath: string): string {
  if (basePath === '') {
    const body = /client_max_body_size [^;]*;/.exec(sample)?.[0] ?? ''
    return `${body}\n${findBlock(sample, 'location /')}`
  }
  const underPath = findBlock(readSample('nginx-path.conf'), 'location ~ ^/sightline(/|$)')
  return `location / { return 200 "another application"; }\n${underPath.replace('/sightline', basePath)}`
}

interface Served {
  port: number
  consoles: readonly number[]
  basePath: string
}

/**
 * The configuration that operators copy, without TLS and for these ports.
 * @param folder for its files
 */
function writeConfiguration(folder: string, { port, consoles, basePath }: Served): string {
  const sample = readSample('nginx.conf')
  const servers = consoles.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join('\n    ')
  const upstream = findBlock(sample, 'upstream sightline').replace(/server 127\.0\.0\.1:3000[^;]*;/, servers)
  if (!upstream.includes(servers)) throw new Error('deploy/proxy/nginx.conf has no server in its upstream')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
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
        ${writeLocations(sample, basePath)}
    }
}
`,
  )
  return file
}

export interface Proxy {
  /** The address of nginx, with the path of the consoles. */
  url: string
  stop(): Promise<void>
}

/** Starts nginx in front of consoles on these loopback ports. It sends each request to the next console. */
export async function startNginx(consoles: readonly number[], basePath = ''): Promise<Proxy> {
  const program = provideProgram('nginx', 'nginx-light')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-nginx-'))
  const port = await findFreePort()
  const errors = path.join(folder, 'error.log')
  const configuration = writeConfiguration(folder, { port, consoles, basePath })
  const child = spawn(program, ['-e', errors, '-p', folder, '-c', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}${basePath}`
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
  // nginx also listens when it responds with 502, because no console runs yet.
  while (!(await isListening()))
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${readFileSync(errors, 'utf8')}`)
  return { url, stop }
}
