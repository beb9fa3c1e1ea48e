import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Random } from '@/lib/standin/random'
import { oneADay } from '@/lib/testing/random-runs'
import { knownMoves, startUserBench, type UserBench } from './testing'

const jobs = '/users/v1/users/upsert/jobs'

/** The expected state of a job, without any code of the stand-in. */
interface ModelJob {
  id: string
  emails: string[]
  started: 'no' | 'check' | 'run'
  last: string
  isCut: boolean
}

const endOfCheck = new Set(['STATUS_VALIDATED', 'STATUS_VALIDATED_WITH_ERRORS'])
const isFinal = ({ started, last }: ModelJob) =>
  (knownMoves[last] ?? []).length === 0 || (started === 'check' && endOfCheck.has(last))

/** Whether one status can follow another by known steps, however many of them were not observed. */
function isReachable(from: string, to: string): boolean {
  return from === to || (knownMoves[from] ?? []).some((next) => isReachable(next, to))
}

interface Turn {
  bench: UserBench
  random: Random
  model: ModelJob[]
  log: string[]
  made: number
}

/** Reads a job as a client does, and compares it with what it reported before. */
async function readJob(turn: Turn, job: ModelJob): Promise<void> {
  const { status, users } = await turn.bench.read(job.id)
  turn.log.push(`look ${job.id.slice(0, 4)} ${status}`)
  expect(users.map(({ user }) => user['username'])).toEqual(job.emails)
  expect([job.last, status, isReachable(job.last, status)]).toEqual([job.last, status, true])
  if (isFinal(job)) expect(status).toBe(job.last)
  if (job.started === 'no' && !job.isCut) expect(status).toBe('STATUS_PENDING')
  if (job.started === 'check') expect(status).not.toMatch(/EXECUTING|COMPLETED/)
  job.last = status
}

async function act(turn: Turn): Promise<void> {
  const { bench, random, model, log } = turn
  const { control } = bench.standin
  const makeUsers = () =>
    Array.from({ length: random.integer(1, 12) }, () => {
      turn.made += 1
      const isBad = random.chance(0.1)
      return {
        username: isBad ? `bad ${turn.made}` : `m${turn.made}@harrowquill.example`,
        first_name: 'M',
        last_name: 'N',
      }
    })
  const job = model.length === 0 ? null : random.pick(model)
  const dice = random.integer(0, 99)
  if (dice < 15 || job === null) {
    const users = makeUsers()
    const id = await bench.hold(users)
    expect(model.some((other) => other.id === id)).toBe(false)
    model.push({
      id,
      emails: users.map(({ username }) => username),
      started: 'no',
      last: 'STATUS_PENDING',
      isCut: false,
    })
    log.push(`hold ${id.slice(0, 4)} ${users.length}`)
    return
  }
  await readJob(turn, job)
  const name = job.id.slice(0, 4)
  if (dice < 25) {
    const users = makeUsers()
    const answer = await bench.send('POST', jobs, { users: users.map((user) => ({ user })), job_id: job.id })
    log.push(`add ${name} ${answer.status}`)
    expect(answer.status).toBe(job.started === 'no' && !job.isCut ? 200 : 400)
    if (answer.status === 200) job.emails.push(...users.map(({ username }) => username))
  } else if (dice < 50) {
    const validateOnly = random.chance(0.4)
    const answer = await bench.begin(job.id, validateOnly)
    log.push(`start ${name} ${String(validateOnly)} ${answer.status}`)
    expect(answer.status).toBe(job.started === 'no' && !job.isCut ? 200 : 400)
    if (answer.status === 200) job.started = validateOnly ? 'check' : 'run'
  } else if (dice < 60) {
    const answer = await bench.send('DELETE', `${jobs}/${job.id}`)
    log.push(`cancel ${name} ${answer.status}`)
    expect(answer.status).toBe(isFinal(job) ? 400 : 200)
    if (answer.status === 200) {
      job.isCut = true
      await readJob(turn, job)
      expect(job.last).toBe('STATUS_CANCELLED')
    }
  } else if (dice < 63 && !isFinal(job)) {
    control.users.stopJob(job.id)
    log.push(`stop ${name}`)
    job.isCut = true
    await readJob(turn, job)
    expect(job.last).toBe('STATUS_ERRORED')
  } else if (dice < 70) {
    const usersPerSecond = random.pick([0, 3, 20, 400, null])
    control.users.setRules({ usersPerSecond, pendingMs: random.pick([0, 300]), validatedMs: random.pick([0, 300]) })
    log.push(`speed ${String(usersPerSecond)}`)
  } else {
    const ms = random.pick([1, 40, 300, 2_000])
    bench.pass(ms)
    log.push(`pass ${ms}`)
  }
}

/** Checks the internal invariants that hold at any time. */
function check(turn: Turn): void {
  const executions = turn.bench.standin.control.users.executions()
  expect(Object.values(executions).filter((times) => times > 1)).toEqual([])
  const state = turn.bench.standin.control.users.jobs()
  expect(state.map(({ id }) => id)).toEqual(turn.model.map(({ id }) => id))
  for (const [at, { went, users, validateOnly, status, isEnded }] of state.entries()) {
    const words = went.map(([word]) => word)
    expect([words[0], words.at(-1)]).toEqual(['STATUS_PENDING', status])
    for (const [place, word] of words.slice(1).entries())
      expect([words[place], word, knownMoves[words[place] ?? '']?.includes(word)]).toEqual([words[place], word, true])
    if (validateOnly === true) expect(words).not.toContain('STATUS_EXECUTING')
    const times = went.map(([, time]) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const done = users.filter(({ outcome }) => outcome === 'created')
    if (!words.includes('STATUS_EXECUTING')) expect(done).toEqual([])
    for (const { username, userId } of done) expect([executions[username], userId !== null]).toEqual([1, true])
    if (status.startsWith('STATUS_COMPLETED'))
      expect(done.map(({ username }) => username)).toEqual(
        turn.model[at]?.emails.filter((email) => email.includes('@')),
      )
    expect(isEnded).toBe((knownMoves[status] ?? []).length === 0 || (validateOnly === true && endOfCheck.has(status)))
  }
  const created = state.flatMap(({ users }) => users.filter(({ outcome }) => outcome === 'created'))
  expect(Object.keys(executions).toSorted()).toEqual(created.map(({ username }) => username).toSorted())
}

describe('upsert jobs, for any sequence of requests', () => {
  it.each(oneADay([1, 2, 3, 4]))(
    'change state as documented, and create or change no user twice (seed %i)',
    async (seed) => {
      const dataDir = mkdtempSync(path.join(os.tmpdir(), 'standin-jobs-'))
      const random = new Random(seed, 0x6a)
      const turn: Omit<Turn, 'bench'> = { random, model: [], log: [], made: 0 }
      let passedMs = 0
      try {
        for (let start = 0; start < 3; start += 1) {
          await using bench = await startUserBench({ dataDir })
          // Each start continues at the time of the clock.
          bench.pass(passedMs)
          const here = {
            ...turn,
            bench: {
              ...bench,
              pass: (ms: number) => {
                passedMs += ms
                bench.pass(ms)
              },
            },
          }
          for (let step = 0; step < 45; step += 1) {
            await act(here)
            if (step % 10 === 9) check(here)
          }
          turn.made = here.made
        }
        await using last = await startUserBench({ dataDir })
        last.pass(passedMs)
        const here = { ...turn, bench: last }
        // A job that was halted at the stop continues from the first request.
        check(here)
        last.pass(3_600_000)
        for (const job of turn.model) await readJob(here, job)
        check(here)
        expect(turn.model.filter((job) => job.started !== 'no' && !isFinal(job))).toEqual([])
        expect(turn.model.filter(({ last: status }) => status.startsWith('STATUS_COMPLETED')).length).toBeGreaterThan(0)
      } catch (error) {
        throw new Error(`seed ${seed}\n${turn.log.join('\n')}`, { cause: error })
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    30_000,
  )
})
