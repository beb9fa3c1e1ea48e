'use client'

import { Copy, Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useToast } from '@/components/ui/toast'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { saveBlob, saveText } from '@/lib/browser/save-file'
import { findLists, toCsv, type Row } from '@/lib/explorer/parse-answer'
import type { ExplorerAnswer } from '@/lib/explorer/queries'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'
import { AnswerRaw } from './answer-raw'
import { AnswerTable } from './answer-table'
import { AnswerTree } from './answer-tree'
import { PagesBar } from './pages-bar'
import { StatusBadge } from '../status-badge'
import { usePages } from './use-pages'
import { formatMs } from '../texts'

const views = ['tree', 'table', 'raw'] as const
type View = (typeof views)[number]

/** One response: its status and its content as tree, table, text or file. */
export function AnswerPanel({
  operation,
  answer,
  asked,
}: {
  operation: ExplorerOperation
  answer: ExplorerAnswer
  asked: ExplorerForm
}) {
  const t = useTranslations('explorer')
  const language = useLocale()
  const { content } = answer
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <AnswerFacts answer={answer} />
      {content.kind === 'empty' && <p className="text-sm text-ink-muted">{t('response.empty')}</p>}
      {content.kind === 'file' && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <Button icon={Download} onClick={() => saveBlob(content.name, content.blob)}>
            {t('actions.saveAgain')}
          </Button>
          <span className="min-w-0 wrap-anywhere">
            {t('response.downloaded', {
              name: content.name,
              size: formatBytes(content.blob.size, language),
              type: answer.contentType,
            })}
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
  const t = useTranslations('explorer.response')
  const language = useLocale()
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
        <StatusBadge status={status} />
        <span>{formatMs(timeMs, language)}</span>
        <span>{formatBytes(bytes, language)}</span>
        {requestId !== null && (
          <span className="text-xs text-ink-muted">
            {t.rich('request', {
              request: requestId,
              id: (text: ReactNode) => <code className="font-mono select-all">{text}</code>,
            })}
          </span>
        )}
      </p>
      {headers.length > 0 && (
        <dl aria-label={t('headers')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
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
  const t = useTranslations('explorer')
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
      toast.show({ tone: 'good', title: t('copy.copied') })
    } catch {
      toast.show({ tone: 'attention', title: t('copy.refused') })
    }
  }
  return (
    <>
      {operation.paging !== null && answer.status === 200 && <PagesBar pages={pages} />}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('response.view')}
          value={shownView}
          options={views
            .filter((one) => one !== 'table' || rows.length > 0)
            .map((one) => ({ value: one, label: t(`response.${one}`) }))}
          onChange={setView}
        />
        {shownView === 'table' && followed === null && lists.length > 1 && (
          <Select
            label={t('response.list')}
            value={listPath}
            onChange={setListPath}
            className="w-auto! max-w-56 font-mono"
            options={lists.map(({ path, rows: members }) => ({
              value: path,
              label: t('response.listOption', {
                path: path === '' ? t('response.root') : path,
                count: members.length,
              }),
            }))}
          />
        )}
        {shownView === 'table' && (
          <span className="text-sm text-ink-muted tabular-nums">{t('response.rows', { count: rows.length })}</span>
        )}
        <span className="ms-auto flex flex-wrap gap-2">
          {rows.length > 0 && (
            <Button
              size="sm"
              icon={Download}
              onClick={() => saveText(`${operation.name}.csv`, 'text/csv', toCsv(rows))}
            >
              {t('actions.downloadCsv', { count: rows.length })}
            </Button>
          )}
          <Button
            size="sm"
            icon={Download}
            onClick={() => saveText(`${operation.name}.json`, 'application/json', text)}
          >
            {t('response.json')}
          </Button>
          <Button size="sm" icon={Copy} onClick={() => void copy()}>
            {t('actions.copy')}
          </Button>
        </span>
      </div>
      {shownView === 'tree' && <AnswerTree value={value} />}
      {shownView === 'table' && <AnswerTable rows={rows} />}
      {shownView === 'raw' && <AnswerRaw text={pretty} />}
    </>
  )
}

/** Indented JSON. With numbers too large for a browser the text stays as received, because parsing would change them. */
function writePretty(value: unknown, text: string): string {
  return /[^\w"][-+]?\d{16,}/.test(text) ? text : JSON.stringify(value, null, 2)
}
