import { Archive, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { Route } from 'next'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { NameLink } from '@/components/ui/lists/name-link'
import { PageHeader } from '@/components/ui/page-header'
import { formatPercentage } from '@/components/ui/score'
import { Score } from '@/components/templates/score'
import { Time } from '@/components/ui/dates/time'
import { siteHref, templateHref, userByNameHref } from '@/lib/browser/routes'
import { classNames } from '@/lib/browser/class-names'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import { formatDuration } from '@/lib/time/time-format'
import type { Report } from '@/lib/report/schema'
import { titleOf } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { resultOf, writeAddress } from '@/lib/report/view'
import { MapLink } from './answers/answer-view'
import { useReport } from './context'
import { LongText } from './long-text'

const nameChars = 300

/** The header of a report: its title, its result, and the facts that people expect on paper. */
export function ReportHeader({
  report,
  auditId,
  hint,
  review,
  actions,
}: {
  report: Report
  auditId: string
  /** A short text beside the name of the template. */
  hint?: ReactNode
  review?: ReactNode
  actions?: ReactNode
}) {
  const t = useTranslations('report.header')
  const names = useReportNames()
  return (
    <div className="flex flex-col gap-4 print:gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Logo report={report} />
        <div className="min-w-0 flex-1 basis-64">
          <PageHeader
            title={<LongText text={titleOf(report, names)} chars={300} />}
            description={
              <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
                <StateBadges report={report} />
                <span className="wrap-anywhere">
                  <Name
                    text={report.templateName ?? t('noTemplate')}
                    href={report.templateId === null ? null : templateHref(report.templateId)}
                  />
                </span>
                {hint !== undefined && <span className="print:hidden empty:hidden">{hint}</span>}
              </div>
            }
          />
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">{actions}</div>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4 rounded-md border border-line bg-surface p-4 print:break-inside-avoid print:p-3">
        <Result report={report} />
        <Facts report={report} auditId={auditId} />
      </div>
      <div className="empty:hidden print:hidden">{review}</div>
    </div>
  )
}

/** A name with a page of its own. A very long name has a button, which cannot be inside a link, so it is not a link. */
function Name({ text, href }: { text: string; href: Route | null }) {
  if (href === null || text.length > nameChars) return <LongText text={text} chars={nameChars} />
  return <NameLink href={href}>{text}</NameLink>
}

function PersonName({ name }: { name: string | null }) {
  return name === null ? <Missing /> : <Name text={name} href={userByNameHref(name)} />
}

function StateBadges({ report }: { report: Report }) {
  const t = useTranslations('report.header')
  return (
    <>
      <ResultBadge report={report} />
      {report.archived && (
        <Badge tone="unknown" icon={Archive}>
          {t('archived')}
        </Badge>
      )}
    </>
  )
}

const resultStyles = {
  failed: { tone: 'bad', icon: CircleX },
  passed: { tone: 'good', icon: CircleCheck },
  'in-progress': { tone: 'neutral', icon: CircleDashed },
} as const

/** Failed, Passed or In progress. */
export function ResultBadge({ report }: { report: Pick<Report, 'completedAt' | 'failedCount'> }) {
  const t = useTranslations('report.result')
  const result = resultOf(report)
  return <Badge {...resultStyles[result]}>{t(result)}</Badge>
}

function Result({ report }: { report: Report }) {
  const t = useTranslations('report.header')
  const { failedCount, score, answeredCount, answerableCount } = report
  const { scored } = useReport()
  return (
    <div className="flex items-center gap-4">
      <Score look="ring" size={72} percentage={score?.percentage ?? null} {...scored} />
      <div className="space-y-1 text-sm">
        <p className="font-medium tabular-nums">
          {failedCount === 0 ? t('nothingFailed') : t('failed', { count: failedCount })}
        </p>
        <p className="text-ink-muted tabular-nums">
          {score === null
            ? t('notScored')
            : t('points', { score: formatNumber(score.score), max: formatNumber(score.max) })}
        </p>
        <p className="text-ink-muted tabular-nums">
          {t('answered', { answered: answeredCount, count: answerableCount })}
        </p>
      </div>
    </div>
  )
}

function formatNumber(value: number | null): string {
  return value === null ? '?' : String(Math.round(value * 100) / 100)
}

function Facts({ report, auditId }: { report: Report; auditId: string }) {
  const t = useTranslations('report.header')
  const language = useLocale()
  const { site, authorName, ownerName, preparedBy, startedAt, completedAt, durationSeconds } = report
  const area = [site.area, site.region].filter((name) => name !== null).join(', ')
  const coordinates = report.completedCoordinates ?? report.startedCoordinates
  return (
    <div className="min-w-0 flex-1 basis-80 space-y-3 text-sm">
      <dl className={factsClass}>
        <Fact name={t('site')}>
          {site.name === null ? <Missing /> : <Name text={site.name} href={siteHref(site.name)} />}
          {area !== '' && <span className="block text-xs text-ink-muted">{area}</span>}
        </Fact>
        <Fact name={t('author')}>
          <PersonName name={authorName ?? ownerName} />
        </Fact>
        {ownerName !== null && authorName !== null && ownerName !== authorName && (
          <Fact name={t('owner')}>
            <PersonName name={ownerName} />
          </Fact>
        )}
        {preparedBy !== null && preparedBy !== authorName && <Fact name={t('preparedBy')}>{preparedBy}</Fact>}
        <Fact name={t('started')}>{startedAt === null ? <Missing /> : <Time value={startedAt} />}</Fact>
        <Fact name={t('completedAt')}>{completedAt === null ? t('notCompleted') : <Time value={completedAt} />}</Fact>
        {durationSeconds !== null && durationSeconds > 0 && (
          <Fact name={t('duration')}>{formatDuration(durationSeconds * 1000, language)}</Fact>
        )}
        {report.documentNo !== null && <Fact name={t('documentNo')}>{report.documentNo}</Fact>}
        {(report.locationText !== null || coordinates !== null) && (
          <Fact name={t('location')}>
            {report.locationText !== null && (
              <span className="block">
                {writeAddress(report.locationText, coordinates).replaceAll(/\s*\n\s*/g, ', ')}
              </span>
            )}
            {coordinates !== null && <MapLink coordinates={coordinates} />}
          </Fact>
        )}
      </dl>
      <Details report={report} auditId={auditId} />
    </div>
  )
}

const factsClass = 'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-3'

/** The ids, which matter to those who call SafetyCulture or its support. */
function Details({ report, auditId }: { report: Report; auditId: string }) {
  const t = useTranslations('report.header')
  return (
    <details className="print:hidden">
      <summary className="w-fit text-xs text-ink-muted hover:text-ink">{t('details')}</summary>
      <dl className={classNames(factsClass, 'mt-2')}>
        <Fact name={t('id')}>
          <span className="font-mono text-xs select-all wrap-anywhere">{auditId}</span>
        </Fact>
        {report.templateId !== null && (
          <Fact name={t('templateId')}>
            <span className="font-mono text-xs select-all wrap-anywhere">{report.templateId}</span>
          </Fact>
        )}
      </dl>
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">
        {typeof children === 'string' ? <LongText text={children} chars={300} /> : children}
      </dd>
    </div>
  )
}

function Missing() {
  const t = useTranslations('report.header')
  return <span className="text-ink-muted">{t('missing')}</span>
}

/** The picture of the template, if the document has one that can be loaded. */
function Logo({ report }: { report: Report }) {
  const { mediaById, Thumb } = useReport()
  const media = report.logoId === null ? undefined : mediaById.get(report.logoId)
  if (media === undefined) return null
  return (
    <div className="shrink-0">
      <Thumb media={media} />
    </div>
  )
}

/** The score of a section for screen readers: "61%, 3 of 5 points". */
export function describeScore(
  t: Translator<'report.header'>,
  score: Report['score'],
  language: PageLanguage,
): string | null {
  if (score?.percentage === null || score?.percentage === undefined) return null
  return score.max === null
    ? formatPercentage(score.percentage, language)
    : t('scoreWithPoints', {
        percentage: formatPercentage(score.percentage, language),
        score: formatNumber(score.score),
        max: formatNumber(score.max),
      })
}
