'use client'

import { Camera, StepBack, StepForward } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Select } from '@/components/ui/inputs/select'
import { addressOf } from '@/lib/base-path'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { ViewerBar, ViewerButton } from './viewer-button'
import { type PaneKeySlot, usePaneKeys } from './pane-keys'
import { useVideoPlayer, type VideoPlayer } from './use-video-player'
import type { Size } from './zoom'

const speeds = [0.25, 0.5, 1, 1.5, 2] as const

/**
 * A video with the browser's own controls. The browser requests ranges, so it never loads the part of a long video that
 * nobody plays.
 */
export function VideoPane({
  media,
  keys,
  onDecoded,
  onFail,
  onNotice,
}: {
  media: ViewerMedia
  keys: PaneKeySlot
  onDecoded: (size: Size & { seconds: number }) => void
  onFail: () => void
  onNotice: (text: string) => void
}) {
  const names = useReportNames()
  const ref = useRef<HTMLVideoElement>(null)
  const player = useVideoPlayer(ref, media, onNotice)
  useVideoKeys(keys, player)
  return (
    <div className="flex size-full flex-col">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recorded on site; SafetyCulture has no captions */}
      <video
        ref={ref}
        src={addressOf(mediaHref(media.auditId, media.id))}
        controls
        playsInline
        preload="metadata"
        aria-label={titleOfMedia(media, names)}
        onLoadedMetadata={({ currentTarget: video }) => {
          video.playbackRate = player.speed
          onDecoded({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration })
        }}
        onError={(event) => {
          if (event.currentTarget.hasAttribute('src')) onFail()
        }}
        className="min-h-0 w-full flex-1 bg-black object-contain"
      />
      {/* Below the picture, because the browser's own controls cover its lower edge. */}
      <div className="relative h-13 shrink-0">
        <VideoBar player={player} />
      </div>
    </div>
  )
}

function useVideoKeys(slot: PaneKeySlot, { togglePlaying, stepFrame, saveFrame }: VideoPlayer): void {
  const t = useTranslations('media')
  // Space plays the video wherever the focus is, except on a button: there it presses the button.
  usePaneKeys(slot, (event) => {
    if (event.key !== ' ' || (event.target as Element).closest('button,a,select,input')) return false
    togglePlaying()
    return true
  })
  const shared = { group: t('shortcutGroup'), inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...again, id: 'media.frame-back', keys: [','], label: t('video.shortcuts.frameBack'), run: () => stepFrame(-1) },
    { ...again, id: 'media.frame', keys: ['.'], label: t('video.shortcuts.frameForward'), run: () => stepFrame(1) },
    { ...shared, id: 'media.save-frame', keys: ['s'], label: t('video.shortcuts.saveFrame'), run: saveFrame },
  ])
}

function VideoBar({ player: { speed, setSpeed, stepFrame, saveFrame } }: { player: VideoPlayer }) {
  const t = useTranslations('media.video')
  return (
    <ViewerBar>
      <ViewerButton icon={StepBack} label={t('frameBack')} keys="," onClick={() => stepFrame(-1)} />
      <ViewerButton icon={StepForward} label={t('frameForward')} keys="." onClick={() => stepFrame(1)} />
      <span className="flex h-9 items-center gap-1.5 px-2 text-xs">
        <span aria-hidden>{t('speed')}</span>
        <Select
          label={t('speed')}
          value={String(speed)}
          onChange={(next) => setSpeed(Number(next))}
          className="h-7! w-auto! border-white/40! bg-black! text-white!"
          options={speeds.map((value) => ({ value: String(value), label: t('times', { speed: value }) }))}
        />
      </span>
      <ViewerButton icon={Camera} label={t('saveFrame')} keys="s" onClick={saveFrame} />
    </ViewerBar>
  )
}
