import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { provideProgram } from '../run/find-program'

/** The user of the image. */
const imageUser = 10_001
const base = 'localhost/sightline-base'
const name = 'localhost/sightline'

export const imageHandle = z.object({ buildah: z.string(), folder: z.string(), container: z.string() })
export type ImageHandle = z.infer<typeof imageHandle>

/**
 * The image of the Dockerfile, built with Debian's buildah, because there is no container engine and no image registry
 * here. Its base consists of Debian's packages and the Node that runs this. An existing package replaces the stage that
 * makes the package. Containers run with chroot, so a read-only root file system and limits are not tested.
 */
export class TestImage implements Disposable {
  readonly #buildah: string
  readonly #folder: string
  #container = ''

  private constructor(handle: Omit<ImageHandle, 'container'>) {
    this.#buildah = handle.buildah
    this.#folder = handle.folder
  }

  /** What another process needs to start containers of it. */
  get handle(): ImageHandle {
    return { buildah: this.#buildah, folder: this.#folder, container: this.#container }
  }

  /** Opens an image that another process has built and will remove. */
  static open(handle: ImageHandle): TestImage {
    const image = new TestImage(handle)
    image.#container = handle.container
    return image
  }

  /** Builds the image. Needs root and Debian's mirror. @param archive a package */
  static build(archive: string): TestImage {
    const debootstrap = provideProgram('debootstrap', 'debootstrap')
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-image-'))
    const image = new TestImage({ buildah: provideProgram('buildah', 'buildah'), folder })
    const out = path.join(folder, 'context', 'out')
    mkdirSync(out, { recursive: true })
    execFileSync('tar', ['-xzf', archive, '-C', out, '--strip-components=1'])
    execFileSync(debootstrap, ['--variant=minbase', 'bookworm', path.join(folder, 'base')], { stdio: 'ignore' })
    cpSync(process.execPath, path.join(folder, 'base', 'usr', 'local', 'bin', 'node'), { dereference: true })
    writeFileSync(path.join(folder, 'Dockerfile'), 'FROM scratch\nCOPY base /\n')
    image.#run('bud', '-t', base, '-f', path.join(folder, 'Dockerfile'), folder)
    const dockerfile = readFileSync('Dockerfile', 'utf8')
    const last = dockerfile.slice(dockerfile.indexOf('\nFROM ${NODE}\n'))
    writeFileSync(path.join(folder, 'context', 'Dockerfile'), `ARG NODE\nFROM scratch AS build\nCOPY out /out\n${last}`)
    image.#run('bud', '--format=docker', '-t', name, `--build-arg=NODE=${base}`, path.join(folder, 'context'))
    image.#container = image.#run('from', name).trim()
    return image
  }

  get #places(): string[] {
    return ['--storage-driver=vfs', `--root=${this.#folder}/store`, `--runroot=${this.#folder}/run`]
  }

  #run(command: string, ...words: string[]): string {
    const isolation = command === 'bud' || command === 'run' ? ['--isolation=chroot'] : []
    return execFileSync(this.#buildah, [...this.#places, command, ...isolation, ...words], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** The configuration of the image as an engine reads it, as JSON. */
  readConfig(): unknown {
    return JSON.parse(this.#run('inspect', '--type=image', name))
  }

  /** Runs a command in the container. @returns what it printed. @throws Error when it fails */
  execute(env: Readonly<Record<string, string>>, ...words: string[]): string {
    return this.#run('run', ...listEnv(env), this.#container, '--', ...words)
  }

  /** Starts a container with this command. */
  start(env: Readonly<Record<string, string>>, command: readonly string[]): ChildProcess {
    const words = ['run', '--isolation=chroot', ...listEnv(env), this.#container, '--', ...command]
    return spawn(this.#buildah, [...this.#places, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Sends SIGTERM to the first process of the container, as an engine does. @returns the exit code of the container */
  async stop(container: ChildProcess, command: readonly string[]): Promise<number | null> {
    const closed = once(container, 'close')
    stopFirst(container, command)
    const [code] = (await closed) as [number | null]
    return code
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Sends SIGTERM to the process that runs `command` in a container. */
export function stopFirst({ pid }: ChildProcess, command: readonly string[]): void {
  const wanted = `${command.slice(1).join('\0')}\0`
  for (const entry of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
      const isFirst = /^[^\0]*\/node\0/.test(line) && line.endsWith(wanted)
      const isOurs = statSync(`/proc/${entry}`).uid === imageUser && isBelow(Number(entry), pid)
      if (isFirst && isOurs) process.kill(Number(entry), 'SIGTERM')
    } catch {
      // It ended in the meantime.
    }
  }
}

/** Whether a process was started by another one, directly or indirectly. */
function isBelow(pid: number, ancestor: number | undefined): boolean {
  for (let at = pid; at > 1; at = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1])) {
    if (at === ancestor) return true
  }
  return false
}

const listEnv = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
