import type { Source } from './sources'

/**
 * How a unit test file runs, derived from its name and imports, so that no list is needed.
 * - `slow`: named `*.slow.test.ts`; only in `npm run test:all`.
 * - `pure`: functions alone. Many such files share one thread and its modules, which saves starting and importing.
 * - `alone`: changes its process in ways that nothing undoes (mocked modules, handlers of the process), or measures it.
 *   It has its own process. Fake timers, the environment and settings of Vitest are undone after each file.
 * - `page`: asks for jsdom in its first comment. Starting a process with jsdom and React takes longer than most such
 *   files run, so they share one process. `fresh-page.ts` gives each file its own window, and `fresh-start.ts` its own
 *   copy of our modules.
 * - `server`: everything else (databases, servers, processes). These files share a process. `fresh-start.ts` gives each
 *   file its own copy of our modules.
 */
export type TestKind = 'pure' | 'alone' | 'page' | 'server' | 'slow'

const isUnitTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Effects of a test file on the whole thread that the next file in it would notice. */
const changesThread =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|setSystemTime|resetModules|spyOn|setConfig)\(|\bprocess\.(?:env\[?[^\n]*\] = |chdir|memoryUsage|emit)|\bglobalThis\b|\bsetFlagsFromString\b|\bconsole\.[a-z]+ =/
/** The effects that would remain after the file has ended. */
const changesProcess =
  /\bvi\.(?:mock|doMock)\(|\bprocess\.(?:chdir|memoryUsage|emit|on|once)\b|\bsetFlagsFromString\b|\bconsole\.[a-z]+ =/
/** Modules with state of their own, or with a process, a server or a database behind them. */
const hasState = /^(?:export )?let |\bprocessWide\(/m
const outside =
  /^(?:node:(?:child_process|worker_threads|cluster|http|https|net|tls|v8|vm)|pg|undici|sharp|react-dom|@testing-library\/.*|next-auth|next)$/

/** Files that must not share a thread or process for other reasons, which are given here. */
const alone: Readonly<Record<string, string>> = {
  'lib/auth/password.test.ts': 'it compares times',
  'lib/service/link.test.ts': 'servers of a process note who connects to them, and it reads all headers that arrive',
  'lib/pass-through/pass-through.test.ts': 'as lib/service/link.test.ts',
  'lib/db/database.test.ts': 'it counts what is written while it stops the database',
}

/** The kind of each unit test file among `sources`. */
export function readTestKinds(sources: readonly Source[]): Map<string, TestKind> {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const known = new Map<string, boolean>()
  const isPure = (file: string): boolean => {
    const decided = known.get(file)
    if (decided !== undefined) return decided
    // Currently being visited; an import cycle adds nothing.
    known.set(file, true)
    const source = byFile.get(file)
    const pure =
      source === undefined
        ? !outside.test(file)
        : !hasState.test(source.text) && source.imports.every(({ target, isType }) => isType || isPure(target))
    known.set(file, pure)
    return pure
  }
  const kindOf = ({ file, text }: Source): TestKind => {
    if (/\.slow\.test\.tsx?$/.test(file)) return 'slow'
    if (file in alone || changesProcess.test(text)) return 'alone'
    if (/@vitest-environment jsdom/.test(text.slice(0, 500))) return 'page'
    return !changesThread.test(text) && isPure(file) ? 'pure' : 'server'
  }
  return new Map(sources.filter(({ file }) => isUnitTest(file)).map((source) => [source.file, kindOf(source)]))
}

export const testsOfKind = (kinds: ReadonlyMap<string, TestKind>, kind: TestKind): string[] =>
  [...kinds].filter(([, own]) => own === kind).map(([file]) => file)
