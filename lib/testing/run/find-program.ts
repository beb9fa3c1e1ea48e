import path from 'node:path'
import { thisMachine, type Machine } from './find-chromium'

type Asked = Pick<Machine, 'env' | 'isExecutable' | 'run' | 'isDebianRoot'>

/** Debian installs servers in folders that may be missing from a person's PATH. */
const serverFolder = '/usr/sbin'

export function findProgram(name: string, machine: Asked = thisMachine): string | null {
  const folders = [...(machine.env['PATH'] ?? '').split(path.delimiter), serverFolder].filter((folder) => folder !== '')
  return folders.map((folder) => path.join(folder, name)).find(machine.isExecutable) ?? null
}

/**
 * Finds a program, or installs its Debian package as root.
 * @throws Error with the next step
 */
export function provideProgram(name: string, debianPackage: string, machine: Asked = thisMachine): string {
  const found = findProgram(name, machine)
  if (found !== null) return found
  if (machine.isDebianRoot() && machine.run('apt-get', ['update'])) {
    machine.run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage])
    const installed = findProgram(name, machine)
    if (installed !== null) return installed
  }
  throw new Error(
    `${name} was not found and could not be installed: install it (Debian: ${debianPackage}) and run again.`,
  )
}
