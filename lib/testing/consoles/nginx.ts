import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { provideProgram } from '../run/find-program'
import { makeSelfSigned } from '../self-signed'
import { findFreePort } from '@/lib/db/testing-port'
import { makeProxyFolder, runProxy, type Proxy, type TlsProxy } from './proxy'

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

/** The upstream that operators copy, with these consoles. */
function writeUpstream(consoles: readonly number[]): string {
  const servers = consoles.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join('\n    ')
  const upstream = findBlock(readSample('nginx.conf'), 'upstream sightline')
  const written = upstream.replace(/server 127\.0\.0\.1:3000[^;]*;/, servers)
  if (!written.includes(servers)) throw new Error('deploy/proxy/nginx.conf has no server in its upstream')
  return written
}

/** Runs nginx in the foreground, with these blocks and with all of its files in this folder. */
async function runNginx(folder: string, url: string, blocks: readonly string[]): Promise<Proxy> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 2048; }
http {
    access_log off;
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
    ${blocks.join('\n')}
}
`,
  )
  const program = provideProgram('nginx', 'nginx-light')
  return await runProxy({ folder, url, program, words: ['-e', 'stderr', '-p', folder, '-c', file] })
}

/** Starts nginx in front of consoles on these loopback ports. It sends each request to the next console. */
export async function startNginx(consoles: readonly number[], basePath = ''): Promise<Proxy> {
  const port = await findFreePort()
  const folder = makeProxyFolder('nginx')
  const locations = `listen 127.0.0.1:${port};\n${writeLocations(readSample('nginx.conf'), basePath)}`
  return await runNginx(folder, `http://127.0.0.1:${port}${basePath}`, [
    writeUpstream(consoles),
    `server {\n${locations}\n}`,
  ])
}

/** Starts nginx with the whole sample: TLS with a certificate for localhost, and a redirect from http. */
export async function startNginxWithTls(consoles: readonly number[]): Promise<TlsProxy> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const folder = makeProxyFolder('nginx')
  const { cert, key } = makeSelfSigned(['localhost'])
  writeFileSync(path.join(folder, 'fullchain.pem'), cert)
  writeFileSync(path.join(folder, 'key.pem'), key, { mode: 0o600 })
  const sample = readSample('nginx.conf')
  const servers = sample
    .slice(sample.indexOf('\nserver {'))
    .replaceAll('sightline.example.com', 'localhost')
    .replaceAll('/etc/ssl/sightline', folder)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
  const proxy = await runNginx(folder, `https://localhost:${port}`, [writeUpstream(consoles), servers])
  return { ...proxy, plainUrl: `http://localhost:${plainPort}` }
}
