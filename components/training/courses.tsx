'use client'

import { useQuery } from '@tanstack/react-query'
import { OpeningList, OpeningRow } from '@/components/ui/lists/opening-row'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Time } from '@/components/ui/dates/time'
import { formatDuration } from '@/lib/time/time-format'
import { trainingQueries } from '@/lib/training/queries'
import type { CourseRow } from '@/lib/training/schema'
import { pageSize } from '@/lib/training/values-model'
import { Detail } from './detail'
import { PagedList, usePage } from './paged-list'

/** All courses, with a search by words of their titles. */
export function CourseList() {
  const t = useTranslations('training.courses')
  const { page, setPage } = usePage()
  const [words, setWords] = useQueryState('q', parseAsString.withDefault('').withOptions({ history: 'replace' }))
  const query = useQuery(trainingQueries.courses({ page, words }))
  return (
    <PagedList
      query={query}
      rowsOf={(answer) => answer.courses}
      name="courses"
      onPage={setPage}
      empty={words === '' ? null : t('noMatch', { words })}
      tools={
        <SearchField
          value={words}
          onChange={(next) => {
            setPage(1)
            void setWords(next.trim() === '' ? null : next)
          }}
          label={t('search')}
          placeholder={t('placeholder')}
        />
      }
    >
      {(rows) => (
        <OpeningList label={t('label')}>
          {rows.map((course) => (
            <Course key={course.courseId} course={course} />
          ))}
        </OpeningList>
      )}
    </PagedList>
  )
}

/** A known status is translated; any other is shown as the service names it. */
function CourseStatus({ status }: { status: string }) {
  const t = useTranslations('training.paths')
  const isPublished = /^published$/i.test(status)
  return (
    <Badge tone={isPublished ? 'good' : 'unknown'} icon={null}>
      {isPublished ? t('published') : /^draft$/i.test(status) ? t('draft') : status}
    </Badge>
  )
}

function CourseFacts({ course }: { course: CourseRow }) {
  const t = useTranslations('training.courses')
  const language = useLocale()
  return (
    <>
      {course.isMandatory === true && (
        <Badge tone="attention" icon={null}>
          {t('mandatory')}
        </Badge>
      )}
      {course.status !== null && <CourseStatus status={course.status} />}
      {course.lessonCount !== null && (
        <span className="tabular-nums">{t('lessons', { count: course.lessonCount })}</span>
      )}
      {course.durationSeconds !== null && course.durationSeconds > 0 && (
        <span>{formatDuration(course.durationSeconds * 1_000, language)}</span>
      )}
      {course.dueBy !== null && (
        <span>{t.rich('due', { time: () => <Time value={course.dueBy ?? ''} format="date" /> })}</span>
      )}
    </>
  )
}

function Course({ course }: { course: CourseRow }) {
  return (
    <OpeningRow id={course.courseId} head={course.title} facts={<CourseFacts course={course} />}>
      {() => <Lessons course={course} />}
    </OpeningRow>
  )
}

function Lessons({ course }: { course: CourseRow }) {
  const t = useTranslations('training.lessons')
  const format = useFormatter()
  const query = useQuery(trainingQueries.lessons(course.courseId))
  return (
    <div className="flex flex-col gap-3">
      {course.description !== null && <p className="max-w-[72ch] wrap-anywhere text-ink-muted">{course.description}</p>}
      <Detail query={query} title={t('failed')}>
        {({ lessons }) =>
          lessons.length === 0 ? (
            <p className="text-ink-muted">{t('none')}</p>
          ) : (
            <ol aria-label={t('label', { course: course.title })} className="flex flex-col gap-1.5">
              {lessons.map(({ lessonId, title, status, minimumScore }, index) => (
                <li key={lessonId} className="flex flex-wrap items-baseline gap-x-2">
                  <span className="w-6 text-end text-ink-muted tabular-nums">{index + 1}</span>
                  <span className="wrap-anywhere">{title}</span>
                  <span className="text-ink-muted">
                    {[
                      status,
                      minimumScore === null
                        ? null
                        : t('pass', { score: format.number(minimumScore / 100, { style: 'percent' }) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Detail>
      <p className="text-xs text-ink-muted">
        <code className="font-mono break-all select-all">{course.courseId}</code>
      </p>
    </div>
  )
}

/** Collections, each with its courses. */
export function CollectionList() {
  const t = useTranslations('training.collections')
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.collections(page))
  return (
    <PagedList query={query} rowsOf={(answer) => answer.collections} name="collections" onPage={setPage}>
      {(rows) => (
        <OpeningList label={t('label')}>
          {rows.map(({ collectionId, title, description }) => (
            <OpeningRow key={collectionId} id={collectionId} head={title} facts={description}>
              {() => <CoursesOf collectionId={collectionId} title={title} />}
            </OpeningRow>
          ))}
        </OpeningList>
      )}
    </PagedList>
  )
}

function CoursesOf({ collectionId, title }: { collectionId: string; title: string }) {
  const t = useTranslations('training')
  const [page, setPage] = useState(1)
  const query = useQuery(trainingQueries.collectionCourses(collectionId, page))
  return (
    <Detail query={query} title={t('collections.coursesFailed')}>
      {({ courses, total }) => (
        <div className="flex flex-col gap-2">
          {courses.length === 0 ? (
            <p className="text-ink-muted">{t('collections.none')}</p>
          ) : (
            <ul aria-label={t('collections.courses', { collection: title })} className="flex flex-col gap-1.5">
              {courses.map((course) => (
                <li key={course.courseId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="wrap-anywhere">{course.title}</span>
                  <span className="flex flex-wrap items-center gap-x-3 text-ink-muted">
                    <CourseFacts course={course} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {total !== null && total > pageSize && (
            <div className="flex gap-2">
              <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('actions.previous')}
              </Button>
              <Button size="sm" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
                {t('actions.next')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Detail>
  )
}
