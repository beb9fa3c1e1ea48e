import {
  Barcode,
  CloudSun,
  ExternalLink,
  type LucideIcon,
  MapPin,
  Square,
  SquareCheck,
  ToggleLeft,
  ToggleRight,
} from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import type { Answer, ChosenResponse, ReportItem } from '@/lib/report/schema'
import { mapHref, writeAddress } from '@/lib/report/view'
import { useReport } from '@/components/report/context'
import { AssetNames } from './asset-names'
import { FieldList } from './field-list'
import { InstantView } from './instant-view'
import { keyed } from '@/components/report/keyed'
import { LongText } from '@/components/report/long-text'
import { ResponseChip } from './response-chip'
import { nameFacts } from './weather-texts'

/** Whether a response is why the item failed: it says so itself, or it is the only one. */
export function isFailedResponse({ answer, failed }: ReportItem, response: ChosenResponse): boolean {
  return response.failed || (failed && answer.kind === 'choice' && answer.selected.length === 1)
}

/** The answer of an item, by its type. The report itself renders headings, groups and conditions. */
export function AnswerView({ item }: { item: ReportItem }) {
  const t = useTranslations('report.answer')
  const { answer } = item
  switch (answer.kind) {
    case 'choice':
      return answer.selected.length === 0 ? (
        <NoAnswer item={item} />
      ) : (
        <ul className="flex flex-wrap gap-1">
          {keyed(answer.selected, (response) => response.id ?? response.label).map(({ key, value: response }) => (
            <li key={key} className="max-w-full">
              <ResponseChip response={response} failed={isFailedResponse(item, response)} />
            </li>
          ))}
        </ul>
      )
    case 'text':
      return answer.text === null ? (
        <NoAnswer item={item} />
      ) : (
        <div className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
          <LongText text={answer.text} />
        </div>
      )
    case 'instant':
      return answer.at === null ? <NoAnswer item={item} /> : <InstantView {...answer} at={answer.at} />
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
      return item.mediaIds.length === 0 ? <NoAnswer item={item} text={t('noFiles')} /> : null
    case 'information':
      return <InformationLink answer={answer} />
    case 'weather':
      return answer.facts.length === 0 && answer.coordinates === null ? (
        <NoAnswer item={item} />
      ) : (
        <Marked icon={CloudSun} name={t('weather')}>
          <div className="min-w-0 space-y-1">
            <WeatherFacts facts={answer.facts} />
            <p className="flex flex-wrap items-baseline gap-x-3 text-ink-muted">
              {answer.at !== null && <Time value={answer.at} />}
              {answer.coordinates !== null && <MapLink coordinates={answer.coordinates} />}
            </p>
          </div>
        </Marked>
      )
    case 'scan':
      return answer.code === null ? (
        <NoAnswer item={item} text={t('notScanned')} />
      ) : (
        <Marked icon={Barcode} name={t('code')}>
          <code className="font-mono text-[0.8125rem] wrap-anywhere select-all">
            <LongText text={answer.code} />
          </code>
          {answer.at !== null && <Time value={answer.at} className="text-ink-muted" />}
        </Marked>
      )
    case 'assets':
      return answer.assets.length === 0 ? <NoAnswer item={item} /> : <AssetNames assets={answer.assets} />
    case 'other':
      return answer.fields.length === 0 ? <NoAnswer item={item} /> : <FieldList fields={answer.fields} />
    default:
      // Conditions, groups, their entries and headings have no answer of their own.
      return null
  }
}

/** Says that there is no answer, and whether one was mandatory. */
function NoAnswer({ item, text }: { item: ReportItem; text?: string }) {
  const t = useTranslations('report.answer')
  const shown = text ?? t('none')
  return (
    <span className="text-ink-muted">
      {item.isMandatory
        ? t.rich('withMandatory', { text: shown, mark: (words) => <span className="text-attention">{words}</span> })
        : shown}
    </span>
  )
}

function Marked({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-muted" />
      <span className="sr-only">{name} </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">{children}</div>
    </div>
  )
}

function ToggleView({ item, on }: { item: ReportItem; on: boolean | null }) {
  const t = useTranslations('report.answer')
  if (on === null) return <NoAnswer item={item} />
  const isSwitch = item.type === 'switch'
  const Icon = isSwitch ? (on ? ToggleRight : ToggleLeft) : on ? SquareCheck : Square
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden size={16} strokeWidth={1.75} className={on ? 'text-accent-ink' : 'text-ink-muted'} />
      {t(isSwitch ? (on ? 'on' : 'off') : on ? 'checked' : 'unchecked')}
    </span>
  )
}

const scaleWidth = 160
const scalePadding = 6
/** Shows numbers of the document unrounded. */
const exact = { maximumFractionDigits: 15 } as const
/** More marks would look like a gray bar. */
const marksMax = 20

type SliderAnswer = Extract<Answer, { kind: 'slider' }>

/** The value on its scale: both ends, a mark at each step, and a dot. Says when the value is outside of the scale. */
function SliderView({ value, min, max, increment }: SliderAnswer & { value: number }) {
  const t = useTranslations('report.answer')
  const format = useFormatter()
  if (min === null || max === null || max <= min)
    return <span className="font-medium tabular-nums">{format.number(value, exact)}</span>
  const placeOf = (at: number) => scalePadding + ((at - min) / (max - min)) * (scaleWidth - 2 * scalePadding)
  const steps = increment !== null && increment > 0 ? Math.floor((max - min) / increment + 1e-9) : 0
  const marks =
    steps > 0 && steps <= marksMax ? Array.from({ length: steps + 1 }, (_, at) => min + at * (increment ?? 1)) : []
  const isOff = value < min || value > max
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
      <span className="min-w-[2ch] font-medium">{format.number(value, exact)}</span>
      <span className="inline-flex items-center gap-2 text-xs text-ink-muted">
        <span className="sr-only">{t('scaleFrom')} </span>
        {format.number(min, exact)}
        <svg aria-hidden width={scaleWidth} height="16" viewBox={`0 0 ${scaleWidth} 16`} className="shrink-0">
          <rect
            x={scalePadding}
            y="7"
            width={scaleWidth - 2 * scalePadding}
            height="2"
            rx="1"
            className="fill-line-strong"
          />
          {marks.map((at) => (
            <rect key={at} x={placeOf(at) - 0.5} y="4" width="1" height="8" className="fill-line-strong" />
          ))}
          {!isOff && (
            <circle cx={placeOf(value)} cy="8" r="5" className="fill-accent stroke-surface" strokeWidth="1.5" />
          )}
        </svg>
        <span className="sr-only"> {t('scaleTo')} </span>
        {format.number(max, exact)}
      </span>
      {increment !== null && increment !== 1 && increment > 0 && (
        <span className="text-xs text-ink-muted">{t('steps', { step: format.number(increment, exact) })}</span>
      )}
      {isOff && <span className="text-xs text-attention">{t('offScale')}</span>}
    </span>
  )
}

/** Coordinates as a link to a map. Nothing loads from the map before a person opens it. */
export function MapLink({ coordinates }: { coordinates: { latitude: number; longitude: number } }) {
  const t = useTranslations('report.answer')
  const { latitude, longitude } = coordinates
  return (
    <a
      href={mapHref(coordinates)}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-baseline gap-1 text-accent-ink underline-offset-2 hover:underline"
    >
      <span className="font-mono text-xs">
        {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </span>
      <ExternalLink aria-hidden size={12} className="shrink-0 self-center print:hidden" />
      <span className="sr-only"> {t('onMap')}</span>
    </a>
  )
}

function PlaceView({ item, answer }: { item: ReportItem; answer: Extract<Answer, { kind: 'place' }> }) {
  const t = useTranslations('report.answer')
  if (answer.text === null && answer.coordinates === null) return <NoAnswer item={item} />
  return (
    <Marked icon={MapPin} name={t('place')}>
      <div className="min-w-0">
        {answer.text !== null && (
          <address className="whitespace-pre-line not-italic wrap-anywhere">
            <LongText text={writeAddress(answer.text, answer.coordinates)} />
          </address>
        )}
        {answer.coordinates !== null && <MapLink coordinates={answer.coordinates} />}
      </div>
    </Marked>
  )
}

function SignatureView({ item, answer }: { item: ReportItem; answer: Extract<Answer, { kind: 'signature' }> }) {
  const t = useTranslations('report.answer')
  const { name, at, imageId } = answer
  if (name === null && imageId === null) return <NoAnswer item={item} text={t('notSigned')} />
  return (
    <div className="flex flex-wrap items-end gap-3">
      {imageId !== null && <MediaAnswer id={imageId} />}
      <div className="text-sm">
        <p className="font-medium wrap-anywhere">
          <LongText text={name ?? t('unnamedSignature')} />
        </p>
        {at !== null && <Time value={at} className="text-ink-muted" />}
      </div>
    </div>
  )
}

/** An image that is the answer itself; larger than an attachment. */
function MediaAnswer({ id }: { id: string }) {
  const { mediaById, Thumb } = useReport()
  const media = mediaById.get(id)
  if (media === undefined) return null
  // Most have dark ink on a transparent background. Some devices draw lines at the edges of their canvas.
  return (
    <div className="[&_img]:[clip-path:inset(1px)] [&>button]:bg-white">
      <Thumb media={media} large eager />
    </div>
  )
}

function InformationLink({ answer }: { answer: Extract<Answer, { kind: 'information' }> }) {
  const t = useTranslations('report.answer')
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
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  )
}

function WeatherFacts({ facts }: Pick<Extract<Answer, { kind: 'weather' }>, 'facts'>) {
  return <FieldList fields={nameFacts(useTranslations('report.weather'), facts)} />
}
