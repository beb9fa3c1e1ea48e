'use client'

import { Play, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Kbd } from '@/components/ui/kbd'
import { rawWritePermission } from '@/lib/access/permissions'
import { useMay } from '@/lib/browser/actor'
import { useCrumb } from '@/lib/browser/crumb'
import { useMounted } from '@/lib/browser/now'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { checkForm, readForm, toRequest, warnOf, writeAddress } from '@/lib/explorer/model'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'
import { AnswerPanel } from './answer-panel'
import { BodyInput } from './body-field'
import { CodePanel } from './code-panel'
import { ConfirmDialog } from './confirm-dialog'
import { FormField } from './form-field'
import { FurtherFields } from './further-fields'
import { takeReplay } from './history'
import { OperationHead } from './operation-head'
import { RunHistory } from './run-history'
import { useRun } from './use-run'
import { operationHref, whyNot } from './words'

const addressDelayMs = 300

/** One operation: its form, kept in the address, its answer, and what was run before. */
export function OperationPage({
  operation,
  given,
}: {
  operation: ExplorerOperation
  /** Ids and parameters of the address. */
  given: Readonly<Record<string, readonly string[]>>
}) {
  useCrumb(operation.title)
  const [form, setForm] = useState<ExplorerForm>(() => readForm(operation, given))
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { run, cancel, isRunning, answer, asked, failure } = useRun(operation)
  const formRef = useRef<HTMLFormElement>(null)
  const answerRef = useRef<HTMLElement>(null)
  const faults = checkForm(operation, form)
  const request = toRequest(operation, form)
  const may = { call: useMay(operation.permission), write: useMay(rawWritePermission) }
  const refused = whyNot(operation, may)
  // Sent before the page is alive, a form would only load the page again, without what was filled in.
  const isAlive = useMounted()

  // What was prepared for this page is in the browser's memory: taken after hydration, or the markup would differ.
  useEffect(() => {
    const prepared = takeReplay(operation.name)
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    if (prepared !== null) setForm(prepared)
  }, [operation.name])
  useFormAddress(operation, form)

  const start = () => {
    setChecked(true)
    if (refused !== null || isRunning) return
    if (Object.keys(faults).length > 0) {
      // The marks come with the next drawing; then the first of them is gone to.
      requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    if (operation.isRead) send()
    else setAsking(true)
  }
  const send = () => {
    void run(form)
    // Below a long form the answer would come out of sight.
    answerRef.current?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { id: 'explorer.run', keys: ['mod+enter'], label: 'Run the operation', group: 'API explorer', run: start },
  ])
  const faultOf = (name: string) => (isChecked ? faults[name] : undefined)

  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <OperationHead operation={operation} />
      <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 rounded border border-line bg-surface p-4">
          <form
            ref={formRef}
            aria-label="Request"
            className="flex min-w-0 flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              start()
            }}
          >
            <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-1">
              {operation.pathFields.map((field) => (
                <FormField
                  key={field.name}
                  field={field}
                  values={[form.path[field.name] ?? '']}
                  fault={faultOf(field.name)}
                  onChange={([value = '']) => setForm({ ...form, path: { ...form.path, [field.name]: value.trim() } })}
                />
              ))}
              {operation.queryFields.map((field) => (
                <FormField
                  key={field.name}
                  field={field}
                  values={form.query[field.name] ?? []}
                  fault={faultOf(field.name)}
                  onChange={(values) => setForm({ ...form, query: { ...form.query, [field.name]: values } })}
                />
              ))}
              <FurtherFields further={form.further} onChange={(further) => setForm({ ...form, further })} />
            </div>
            {operation.body !== null && (
              <BodyInput
                body={operation.body}
                text={form.body}
                fault={faultOf('body')}
                onChange={(body) => setForm({ ...form, body })}
              />
            )}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                variant="primary"
                icon={Play}
                busy={isRunning}
                disabled={refused !== null || !isAlive}
              >
                {operation.isRead ? 'Run' : 'Review and send'}
              </Button>
              {isRunning ? (
                <Button icon={X} onClick={cancel}>
                  {operation.isRead ? 'Cancel' : 'Stop waiting'}
                </Button>
              ) : (
                <Kbd keys="mod+enter" className="text-ink-muted" />
              )}
            </div>
            {refused !== null && <p className="text-sm text-ink-muted">{refused}</p>}
          </form>
          <hr className="border-line" />
          <CodePanel request={request} isFile={operation.isFile} />
        </div>
        <section
          ref={answerRef}
          aria-label="Answer"
          aria-busy={isRunning || undefined}
          className="flex min-h-60 min-w-0 scroll-mt-16 flex-col gap-3 rounded border border-line bg-surface p-4"
        >
          <h2 className="text-base font-semibold">Answer</h2>
          {failure !== null && (
            <p role="alert" className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">
              {failure}
            </p>
          )}
          {answer === null || asked === null ? (
            <EmptyState title={isRunning ? 'Waiting for the service' : 'Nothing was run yet'} className="py-8">
              {isRunning ? null : 'Run it to see its answer as a tree, a table or text.'}
            </EmptyState>
          ) : (
            <AnswerPanel key={runKey(answer)} operation={operation} answer={answer} asked={asked} />
          )}
        </section>
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

const keys = new WeakMap<object, number>()
let keyed = 0

/** A key for each answer, so that views and pages begin anew with it. */
function runKey(answer: object): number {
  const known = keys.get(answer)
  if (known !== undefined) return known
  keyed += 1
  keys.set(answer, keyed)
  return keyed
}

/** Keeps ids and parameters in the address, once typing pauses; the body stays out of it. */
function useFormAddress(operation: ExplorerOperation, form: ExplorerForm): void {
  const search = writeAddress(operation, form)
  const first = useRef(search)
  useEffect(() => {
    if (first.current === search) return undefined
    const timer = setTimeout(() => {
      first.current = search
      window.history.replaceState(null, '', operationHref(operation.name, search))
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [operation.name, search])
}
