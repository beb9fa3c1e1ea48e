import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { provideProgram } from '../run/find-program'
import { findFreePort } from '@/lib/db/testing-port'
import { makeProxyFolder, runProxy, type TlsProxy } from './proxy'

/**
 * Starts Caddy with `deploy/proxy/Caddyfile` in front of consoles on these loopback ports. It makes the certificate
 * for localhost itself, and no machine trusts it.
 */
export async function startCaddy(consoles: readonly number[]): Promise<TlsProxy> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const folder = makeProxyFolder('caddy')
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	skip_install_trust
	http_port ${plainPort}
	https_port ${port}
	storage file_system ${folder}
}
import ${path.resolve('deploy/proxy/Caddyfile')}
`,
  )
  const proxy = await runProxy({
    folder,
    url: `https://localhost:${port}`,
    program: provideProgram('caddy', 'caddy'),
    words: ['run', '--adapter', 'caddyfile', '--config', file],
    env: {
      SIGHTLINE_HOST: 'localhost',
      SIGHTLINE_CONSOLES: consoles.map((own) => `127.0.0.1:${own}`).join(' '),
    },
  })
  return { ...proxy, plainUrl: `http://localhost:${plainPort}` }
}
