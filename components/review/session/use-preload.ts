'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { thumbHref } from '@/lib/media/model'
import { reportQueries } from '@/lib/report/queries'
import type { ReportAnswer } from '@/lib/report/schema'
import { reviewQueries } from '@/lib/review/queries'
import type { QueueState } from './queue-state'

const picturesMax = 12
/** A picture that nothing refers to may be dropped before it is here. */
const pictures: HTMLImageElement[] = []
const picturesKept = 60

/** What is read ahead begins when the inspection on screen is painted, and not for those that somebody passes by. */
const restMs = 50

/** So many of those that follow are read ahead, for who presses a key several times. */
const aheadCount = 10

/**
 * Reads what comes next: the inspection on screen, the two after it and the one before with their reviews and the photos of
 * their failures, and then the reports of those further on. The review on screen is read by the strip that shows it.
 */
export function usePreload({ ids, at }: QueueState): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isWanted = true
    const current = ids[at]
    const load = async () => {
      for (const id of [...ids.slice(at, at + 3), ...ids.slice(Math.max(0, at - 1), at)]) {
        if (!isWanted) return
        if (id !== current) void queryClient.prefetchQuery(reviewQueries.detail(id))
        try {
          preloadPictures(await queryClient.fetchQuery({ ...reportQueries.report(id), retry: false }))
        } catch {
          // Opened, it says itself what is wrong.
        }
      }
      for (const id of ids.slice(at + 3, at + 1 + aheadCount)) {
        if (!isWanted) return
        // One that is here already is read again when it comes near.
        await queryClient.prefetchQuery({ ...reportQueries.report(id), retry: false, staleTime: Infinity })
      }
    }
    const timer = setTimeout(() => void load(), restMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [ids, at, queryClient])
}

function preloadPictures({ auditId, report }: ReportAnswer): void {
  const failed = new Set(
    report.items.filter((item) => item.failed && item.hidden === null).flatMap((item) => item.mediaIds),
  )
  const wanted = report.media.filter((media) => failed.has(media.id) && media.kind === 'image' && media.isFetchable)
  for (const media of wanted.slice(0, picturesMax)) {
    const picture = new Image()
    picture.decoding = 'async'
    picture.src = thumbHref(auditId, media.id, 'medium')
    pictures.push(picture)
  }
  pictures.splice(0, pictures.length - picturesKept)
}
