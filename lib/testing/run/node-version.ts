/**
 * Why the tests cannot run on a version of Node, as a sentence; null when they can. The console itself runs on 20.9, but
 * its linter, formatter, test runner and jsdom fail there with a syntax error or a refused `require`.
 */
export function explainOldNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return null
  return `The tests need Node 20.19, 22.13 or 24 and newer; this is Node ${version}. (The console itself needs 20.9.)`
}
