'use client'

import { Copy, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { useToast } from '@/components/ui/toast'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { saveBlob, saveText } from '@/lib/browser/save-file'
import { findLists, toCsv, type Row } from '@/lib/explorer/parse-answer'
import type { ExplorerAnswer } from '@/lib/explorer/queries'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'
import { AnswerRaw } from './answer-raw'
import { AnswerTable } from './answer-table'
import { AnswerTree } from './answer-tree'
import { PagesBar } from './pages-bar'
import { StatusBadge } from './status-badge'
import { usePages } from './use-pages'
import { formatMs } from './words'

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'table', label: 'Table' },
  { value: 'raw', label: 'Raw' },
] as const
type View = (typeof views)[number]['value']

/** One answer: what it was, and its content as tree, table, text or file. */
export function AnswerPanel({
  operation,
  answer,
  asked,
}: {
  operation: ExplorerOperation
  answer: ExplorerAnswer
  asked: ExplorerForm
}) {
  const { content } = answer
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <AnswerFacts answer={answer} />
      {content.kind === 'empty' && <p className="text-sm text-ink-muted">The answer has no content.</p>}
      {content.kind === 'file' && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <Button icon={Download} onClick={() => saveBlob(content.name, content.blob)}>
            Save again
          </Button>
          <span className="min-w-0 wrap-anywhere">
            {content.name} was downloaded: {formatBytes(content.blob.size)}, {answer.contentType}
          </span>
        </p>
      )}
      {content.kind === 'text' && <AnswerRaw text={content.text} />}
      {content.kind === 'json' && (
        <JsonAnswer operation={operation} answer={answer} asked={asked} value={content.value} text={content.text} />
      )}
    </div>
  )
}

function AnswerFacts({ answer: { status, timeMs, bytes, headers, requestId } }: { answer: ExplorerAnswer }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
        <StatusBadge status={status} />
        <span>{formatMs(timeMs)}</span>
        <span>{formatBytes(bytes)}</span>
        {requestId !== null && (
          <span className="text-xs text-ink-muted">
            Request <code className="font-mono select-all">{requestId}</code>
          </span>
        )}
      </p>
      {headers.length > 0 && (
        <dl aria-label="Headers" className="flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
          {headers.map(([name, value]) => (
            <div key={name} className="flex gap-1">
              <dt className="font-mono text-ink-muted">{name}</dt>
              <dd className="font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function JsonAnswer({
  operation,
  answer,
  asked,
  value,
  text,
}: {
  operation: ExplorerOperation
  answer: ExplorerAnswer
  asked: ExplorerForm
  value: unknown
  text: string
}) {
  const toast = useToast()
  const lists = useMemo(() => findLists(value), [value])
  const pages = usePages(operation, answer, asked)
  const [view, setView] = useState<View>(lists.length > 0 && answer.status === 200 ? 'table' : 'tree')
  const [listPath, setListPath] = useState(lists[0]?.path ?? '')
  const pretty = useMemo(() => (view === 'raw' ? writePretty(value, text) : ''), [view, value, text])
  const followed = pages.state
  const rows: readonly Row[] = followed?.rows ?? lists.find(({ path }) => path === listPath)?.rows ?? []
  const shownView = view === 'table' && rows.length === 0 ? 'tree' : view
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.show({ tone: 'good', title: 'Copied' })
    } catch {
      toast.show({ tone: 'attention', title: 'The browser does not allow copying here.' })
    }
  }
  return (
    <>
      {operation.paging !== null && answer.status === 200 && <PagesBar pages={pages} />}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="View"
          value={shownView}
          options={rows.length === 0 ? views.filter((one) => one.value !== 'table') : views}
          onChange={setView}
        />
        {shownView === 'table' && followed === null && lists.length > 1 && (
          <select
            aria-label="List in the answer"
            value={listPath}
            onChange={(event) => setListPath(event.target.value)}
            className={`${inputClass} max-w-56 font-mono`}
          >
            {lists.map(({ path, rows: members }) => (
              <option key={path} value={path}>
                {path === '' ? 'answer' : path} ({members.length})
              </option>
            ))}
          </select>
        )}
        {shownView === 'table' && (
          <span className="text-sm text-ink-muted tabular-nums">{formatCount(rows.length)} rows</span>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {rows.length > 0 && (
            <Button
              size="sm"
              icon={Download}
              onClick={() => saveText(`${operation.name}.csv`, 'text/csv', toCsv(rows))}
            >
              CSV of {formatCount(rows.length)} rows
            </Button>
          )}
          <Button
            size="sm"
            icon={Download}
            onClick={() => saveText(`${operation.name}.json`, 'application/json', text)}
          >
            JSON
          </Button>
          <Button size="sm" icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
        </span>
      </div>
      {shownView === 'tree' && <AnswerTree value={value} />}
      {shownView === 'table' && <AnswerTable rows={rows} />}
      {shownView === 'raw' && <AnswerRaw text={pretty} />}
    </>
  )
}

/** Indented, unless that says something else than the service did: numbers too large for a browser stay as they came. */
function writePretty(value: unknown, text: string): string {
  return /[^\w"][-+]?\d{16,}/.test(text) ? text : JSON.stringify(value, null, 2)
}
