import {
  Barcode,
  Box,
  CloudSun,
  ExternalLink,
  type LucideIcon,
  MapPin,
  Square,
  SquareCheck,
  ToggleLeft,
  ToggleRight,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import type { Answer, ReportItem } from '@/lib/report/schema'
import { useReport } from './context'
import { FieldList } from './field-list'
import { keyed } from './keyed'
import { ResponseChip } from './response-chip'

/** What was answered, for each kind of answer. Headings, groups and conditions are drawn by the report itself. */
export function AnswerView({ item }: { item: ReportItem }) {
  const { answer } = item
  switch (answer.kind) {
    case 'choice':
      return answer.selected.length === 0 ? (
        <NoAnswer item={item} />
      ) : (
        <ul className="flex flex-wrap gap-1">
          {keyed(answer.selected, (response) => response.id ?? response.label).map(({ key, value: response }) => (
            <li key={key} className="max-w-full">
              <ResponseChip response={response} />
            </li>
          ))}
        </ul>
      )
    case 'text':
      return answer.text === null ? (
        <NoAnswer item={item} />
      ) : (
        <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{answer.text}</p>
      )
    case 'instant':
      return answer.at === null ? (
        <NoAnswer item={item} />
      ) : (
        <Time value={answer.at} format={answer.hasTime ? 'datetime' : 'date'} />
      )
    case 'place':
      return <PlaceView item={item} answer={answer} />
    case 'toggle':
      return <ToggleView item={item} on={answer.on} />
    case 'slider':
      return answer.value === null ? <NoAnswer item={item} /> : <SliderView {...answer} value={answer.value} />
    case 'signature':
      return <SignatureView item={item} answer={answer} />
    case 'drawing':
      return answer.imageId === null ? <NoAnswer item={item} /> : <MediaAnswer id={answer.imageId} />
    case 'media':
      return item.mediaIds.length === 0 ? <NoAnswer item={item}>No files</NoAnswer> : null
    case 'information':
      return <InformationLink answer={answer} />
    case 'weather':
      return answer.facts.length === 0 && answer.coordinates === null ? (
        <NoAnswer item={item} />
      ) : (
        <Marked icon={CloudSun} name="Weather">
          <FieldList fields={answer.facts} />
          {answer.at !== null && <Time value={answer.at} className="text-ink-muted" />}
          {answer.coordinates !== null && <Coordinates {...answer.coordinates} />}
        </Marked>
      )
    case 'scan':
      return answer.code === null ? (
        <NoAnswer item={item}>Nothing scanned</NoAnswer>
      ) : (
        <Marked icon={Barcode} name="Scanned code">
          <code className="font-mono text-[0.8125rem] wrap-anywhere select-all">{answer.code}</code>
          {answer.at !== null && <Time value={answer.at} className="text-ink-muted" />}
        </Marked>
      )
    case 'assets':
      return answer.assets.length === 0 ? (
        <NoAnswer item={item} />
      ) : (
        <ul className="flex flex-wrap gap-1">
          {keyed(answer.assets, (asset) => asset.id ?? asset.label).map(({ key, value: { label } }) => (
            <li
              key={key}
              className="inline-flex max-w-full items-center gap-1 rounded border border-line bg-raised px-2 py-0.5 text-sm"
            >
              <Box aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
              <span className="wrap-anywhere">{label}</span>
            </li>
          ))}
        </ul>
      )
    case 'other':
      return answer.fields.length === 0 ? <NoAnswer item={item} /> : <FieldList fields={answer.fields} />
    default:
      // Conditions, groups, their entries and headings have no answer of their own.
      return null
  }
}

/** Says that nothing was answered; for a mandatory item that is worth seeing. */
function NoAnswer({ item, children = 'No answer' }: { item: ReportItem; children?: ReactNode }) {
  return (
    <span className="text-ink-muted">
      {children}
      {item.isMandatory && <span className="text-attention"> · mandatory</span>}
    </span>
  )
}

function Marked({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-muted" />
      <span className="sr-only">{name}: </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">{children}</div>
    </div>
  )
}

function ToggleView({ item, on }: { item: ReportItem; on: boolean | null }) {
  if (on === null) return <NoAnswer item={item} />
  const isSwitch = item.type === 'switch'
  const Icon = isSwitch ? (on ? ToggleRight : ToggleLeft) : on ? SquareCheck : Square
  const words = isSwitch ? (on ? 'On' : 'Off') : on ? 'Checked' : 'Not checked'
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden size={16} strokeWidth={1.75} className={on ? 'text-accent-ink' : 'text-ink-muted'} />
      {words}
    </span>
  )
}

function SliderView({ value, min, max }: { value: number; min: number | null; max: number | null }) {
  const hasRange = min !== null && max !== null && max > min
  const share = hasRange ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
  return (
    <span className="inline-flex items-center gap-3 tabular-nums">
      <span className="font-medium">{value}</span>
      {hasRange && (
        <span className="inline-flex items-center gap-2 text-xs text-ink-muted">
          {min}
          <svg aria-hidden width="96" height="12" viewBox="0 0 96 12" className="shrink-0">
            <rect x="0" y="5" width="96" height="2" rx="1" className="fill-line-strong" />
            <circle cx={5 + share * 86} cy="6" r="5" className="fill-accent" />
          </svg>
          {max}
        </span>
      )}
    </span>
  )
}

function Coordinates({ latitude, longitude }: { latitude: number; longitude: number }) {
  return (
    <span className="font-mono text-xs text-ink-muted select-all">
      {latitude.toFixed(5)}, {longitude.toFixed(5)}
    </span>
  )
}

function PlaceView({ item, answer }: { item: ReportItem; answer: Extract<Answer, { kind: 'place' }> }) {
  if (answer.text === null && answer.coordinates === null) return <NoAnswer item={item} />
  return (
    <Marked icon={MapPin} name="Place">
      {answer.text !== null && (
        <address className="whitespace-pre-line not-italic wrap-anywhere">{answer.text}</address>
      )}
      {answer.coordinates !== null && <Coordinates {...answer.coordinates} />}
    </Marked>
  )
}

function SignatureView({ item, answer }: { item: ReportItem; answer: Extract<Answer, { kind: 'signature' }> }) {
  const { name, at, imageId } = answer
  if (name === null && imageId === null) return <NoAnswer item={item}>Not signed</NoAnswer>
  return (
    <div className="flex flex-wrap items-end gap-3">
      {imageId !== null && <MediaAnswer id={imageId} />}
      <div className="text-sm">
        <p className="font-medium wrap-anywhere">{name ?? 'Signed without a name'}</p>
        {at !== null && <Time value={at} className="text-ink-muted" />}
      </div>
    </div>
  )
}

/** The image that is the answer itself: larger than an attachment. */
function MediaAnswer({ id }: { id: string }) {
  const { mediaById, Thumb } = useReport()
  const media = mediaById.get(id)
  return media === undefined ? null : <Thumb media={media} large />
}

function InformationLink({ answer }: { answer: Extract<Answer, { kind: 'information' }> }) {
  if (answer.linkText === null) return null
  if (answer.link === null) return <span className="wrap-anywhere">{answer.linkText}</span>
  return (
    <a
      href={answer.link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-baseline gap-1 text-accent-ink underline underline-offset-2"
    >
      <span className="wrap-anywhere">{answer.linkText}</span>
      <ExternalLink aria-hidden size={12} className="shrink-0 self-center" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
