'use client'

import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { rawWritePermission } from '@/lib/access/permissions'
import { addressOf } from '@/lib/base-path'
import { useMay } from '@/lib/browser/sign-in/actor'
import { useCrumb } from '@/lib/browser/crumb'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { checkForm, readForm, toRequest, warnOf, writeAddress } from '@/lib/explorer/model'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'
import { AnswerSection } from './answer/answer-section'
import { CodePanel } from './code-panel'
import { ConfirmDialog } from './confirm-dialog'
import { takeReplay } from './history'
import { OperationHead } from './operation-head'
import { RequestForm } from './request-form'
import { RunHistory } from './run-history'
import { useRun } from './use-run'
import { operationHref, whyNot } from './texts'

const addressDelayMs = 300

type Values = Readonly<Record<string, readonly string[]>>

/** One operation: its form, which is kept in the address, its response, and earlier runs. */
export function OperationPage({
  operation,
  given,
}: {
  operation: ExplorerOperation
  /** Ids and parameters of the address. */
  given: Values
}) {
  const address = useAddress(given)
  const { version, note } = useForeignAddress(address)
  return <OpenOperation key={version} operation={operation} address={address} onWrite={note} />
}

function OpenOperation({
  operation,
  address,
  onWrite,
}: {
  operation: ExplorerOperation
  /** Ids and parameters that the form begins with. */
  address: Values
  /** Called with each address that the form writes. */
  onWrite: (address: Values) => void
}) {
  const t = useTranslations('explorer')
  useCrumb(operation.title)
  const [form, setForm] = useState<ExplorerForm>(() => readForm(operation, address))
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { run, cancel, isRunning, answer, asked, failure } = useRun(operation)
  const formRef = useRef<HTMLFormElement>(null)
  const answerRef = useRef<HTMLElement>(null)
  const issues = checkForm(t, operation, form)
  const request = toRequest(operation, form)
  const may = { call: useMay(operation.permission), write: useMay(rawWritePermission) }
  const refused = whyNot(t, operation, may)

  // The prepared form is only in the browser's memory, so it is read after hydration.
  useEffect(() => {
    const prepared = takeReplay(operation.name)
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    if (prepared !== null) setForm(prepared)
  }, [operation.name])
  useFormAddress(operation, form, onWrite)

  const start = () => {
    setChecked(true)
    if (refused !== null || isRunning) return
    if (Object.keys(issues).length > 0) {
      // Fields are marked as invalid in the next frame; then the first of them gets the focus.
      requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    if (operation.isRead) send()
    else setAsking(true)
  }
  const send = () => {
    void run(form)
    // The response can be below a long form.
    answerRef.current?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { id: 'explorer.run', keys: ['mod+enter'], label: t('operation.shortcut'), group: t('title'), run: start },
  ])

  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <OperationHead operation={operation} />
      <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 rounded border border-line bg-surface p-4">
          <RequestForm
            ref={formRef}
            operation={operation}
            form={form}
            issues={isChecked ? issues : {}}
            refused={refused}
            isRunning={isRunning}
            onChange={setForm}
            onStart={start}
            onCancel={cancel}
          />
          <hr className="border-line" />
          <CodePanel request={request} isFile={operation.isFile} />
        </div>
        <AnswerSection
          ref={answerRef}
          operation={operation}
          answer={answer}
          asked={asked}
          failure={failure}
          isRunning={isRunning}
        />
      </div>
      <RunHistory open={operation.name} onReplay={(entry) => setForm(entry.form)} />
      <ConfirmDialog
        request={isAsking ? request : null}
        title={operation.title}
        warning={warnOf(operation, form)}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          send()
        }}
      />
    </div>
  )
}

const readSearch = (search: URLSearchParams): Values =>
  Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]))

/**
 * Ids and parameters of the address. After Back, the router shows the page as the server first sent it, without what was
 * typed there since (`given`), but with the address that the page had when it was left.
 */
function useAddress(given: Values): Values {
  // Null in tests without a router.
  const search = useSearchParams() as URLSearchParams | null
  return search === null ? given : readSearch(search)
}

/**
 * A number that changes when something else than the form (`note`) has changed the address, such as a link. Only then
 * the form is reset. The router passes on what the form wrote a moment later, and sends it to the server when the
 * page is read again, such as for another language.
 */
function useForeignAddress(address: Values): { version: number; note: (address: Values) => void } {
  const text = JSON.stringify(address)
  const [version, setVersion] = useState(0)
  /** The current address, and those that the form has written since. */
  const own = useRef([text])
  useEffect(() => {
    const at = own.current.indexOf(text)
    own.current = at === -1 ? [text] : own.current.slice(at)
    if (at === -1) setVersion((before) => before + 1)
  }, [text])
  const note = useCallback((written: Values) => {
    own.current.push(JSON.stringify(written))
  }, [])
  return { version, note }
}

/** Keeps ids and parameters in the address, once typing pauses; the body stays out of it. */
function useFormAddress(operation: ExplorerOperation, form: ExplorerForm, onWrite: (address: Values) => void): void {
  const search = writeAddress(operation, form)
  const first = useRef(search)
  useEffect(() => {
    if (first.current === search) return undefined
    const timer = setTimeout(() => {
      first.current = search
      onWrite(readSearch(new URLSearchParams(search)))
      window.history.replaceState(null, '', addressOf(operationHref(operation.name, search)))
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [operation.name, search, onWrite])
}
