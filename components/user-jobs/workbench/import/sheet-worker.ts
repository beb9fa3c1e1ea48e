import { fileBytesMax, problems } from '@/lib/user-jobs/sheet/kinds'
import { readSheetFile } from '@/lib/user-jobs/parse/read'
import { issuesPerMessage, rowsPerMessage, type ReadRequest, type WorkerMessage } from './sheet-messages'

/** Reads, maps and validates a file outside of the page's thread. One worker per file, so stopping it frees all its memory. */

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data)
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own port, not a window
const notify = (message: WorkerMessage) => postMessage(message)

async function answer({ source, options }: ReadRequest) {
  try {
    if (source instanceof Blob && source.size > fileBytesMax) {
      notify({ type: 'problem', problem: problems.tooLarge(source.size) })
      return
    }
    const given = source instanceof Blob ? { bytes: await source.arrayBuffer() } : source
    const { read, problem } = await readSheetFile(given, options, {
      onProgress: (progress) => notify({ type: 'progress', progress }),
    })
    if (problem !== null) {
      notify({ type: 'problem', problem })
      return
    }
    const { table, mapping, isRemembered, issues } = read
    for (let at = 0; at < table.rows.length; at += rowsPerMessage)
      notify({
        type: 'rows',
        rows: table.rows.slice(at, at + rowsPerMessage),
        lines: table.lines.slice(at, at + rowsPerMessage),
      })
    for (let at = 0; at < issues.length; at += issuesPerMessage)
      notify({ type: 'issues', issues: issues.slice(at, at + issuesPerMessage) })
    notify({ type: 'end', table: { header: table.header, notes: table.notes }, read: { mapping, isRemembered } })
  } catch {
    // The usual reason is that the file was moved or changed after it was chosen.
    notify({ type: 'problem', problem: problems.unreadable() })
  }
}
