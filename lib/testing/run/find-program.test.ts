import { expect, it } from 'vitest'
import { provideProgram } from './find-program'

/** A machine on which the package appears once it is installed. */
function makeMachine({ isDebianRoot, files = [] as string[] }: { isDebianRoot: boolean; files?: string[] }) {
  const ran: string[] = []
  return {
    ran,
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isExecutable: (file: string) => files.includes(file),
    isDebianRoot: () => isDebianRoot,
    run: (command: string, words: readonly string[]) => {
      ran.push([command, ...words].join(' '))
      if (words.includes('install')) files.push('/usr/sbin/nginx')
      return true
    },
  }
}

it('provideProgram uses a program that is installed', () => {
  const machine = makeMachine({ isDebianRoot: true, files: ['/usr/bin/nginx', '/usr/sbin/nginx'] })
  expect(provideProgram('nginx', 'nginx-light', machine)).toBe('/usr/bin/nginx')
  expect(machine.ran).toEqual([])
})

it('provideProgram installs the package of a missing program on Debian, or names the package', () => {
  const debian = makeMachine({ isDebianRoot: true })
  expect(provideProgram('nginx', 'nginx-light', debian)).toBe('/usr/sbin/nginx')
  expect(debian.ran).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends nginx-light'])
  expect(() => provideProgram('nginx', 'nginx-light', makeMachine({ isDebianRoot: false }))).toThrow(
    'install it (Debian: nginx-light)',
  )
})
