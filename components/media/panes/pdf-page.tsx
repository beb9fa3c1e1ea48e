'use client'

import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawPage, layText, type PageSize, pageSize } from './pdf-document'
import styles from './pdf-text.module.css'

interface PageProps {
  document: PDFDocumentProxy
  number: number
  /** The aspect ratio of the first page, until this page's own is known. */
  guess: PageSize
}

/** One page, rendered with its text when it comes near the screen. */
export function PdfPage({ zoom, onCurrent, ...page }: PageProps & { zoom: number; onCurrent: () => void }) {
  const t = useTranslations('media.pdf')
  const boxRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const textRef = useRef<HTMLDivElement>(null)
  const isNear = useNear(boxRef, '800px 0px', page.number === 1)
  const isCurrent = useNear(boxRef, '-50% 0px -50% 0px', page.number === 1)
  const notify = useEffectEvent(onCurrent)
  useEffect(() => {
    if (isCurrent) notify()
  }, [isCurrent])
  const widthOf = (box: HTMLElement) => Math.min((box.closest('[role=document]')?.clientWidth ?? 900) - 24, 900) * zoom
  const state = useDrawing({ ...page, boxRef, canvasRef, textRef, isNear, widthOf, key: zoom })
  return (
    <div ref={boxRef} data-page={page.number} data-state={state} className="relative bg-white">
      <canvas ref={canvasRef} aria-hidden className="size-full" />
      <span className="sr-only">{t('page', { page: page.number })}</span>
      <div ref={textRef} className={styles['text']} />
      {state === 'failed' && (
        <p className="absolute inset-0 grid place-items-center text-sm text-black">
          {t('pageFailed', { page: page.number })}
        </p>
      )}
    </div>
  )
}

const thumbPx = 88

/** A thumbnail of one page, which leads to the page. */
export function PdfPageThumb({ isCurrent, onGo, ...page }: PageProps & { isCurrent: boolean; onGo: () => void }) {
  const t = useTranslations('media.pdf')
  const boxRef = useRef<HTMLButtonElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const isNear = useNear(boxRef, '200px 0px', false)
  useDrawing({ ...page, boxRef, canvasRef, isNear, widthOf: () => thumbPx, key: 0 })
  useEffect(() => {
    if (isCurrent) boxRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <button
      ref={boxRef}
      type="button"
      onClick={onGo}
      aria-label={t('goTo', { page: page.number })}
      aria-current={isCurrent ? 'page' : undefined}
      className="relative block bg-white outline-2 outline-offset-2 outline-transparent hover:outline-white/50 focus-visible:outline-white aria-[current]:outline-white"
    >
      <canvas ref={canvasRef} aria-hidden className="size-full" />
      <span className="absolute end-0.5 bottom-0.5 rounded bg-black/75 px-1 text-xs text-white tabular-nums">
        {page.number}
      </span>
    </button>
  )
}

function useNear(ref: RefObject<HTMLElement | null>, rootMargin: string, first: boolean): boolean {
  const [isNear, setNear] = useState(first)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      // The list scrolls by itself, so its own box decides which pages are near.
      { root: element.closest('[data-pages]'), rootMargin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, rootMargin])
  return isNear
}

/** Keeps the box in the page's aspect ratio and its canvas rendered while it is near. Far pages free their pixels. */
function useDrawing({
  document,
  number,
  guess,
  boxRef,
  canvasRef,
  textRef,
  isNear,
  widthOf,
  key,
}: PageProps & {
  boxRef: RefObject<HTMLElement | null>
  canvasRef: RefObject<HTMLCanvasElement | null>
  textRef?: RefObject<HTMLElement | null>
  isNear: boolean
  widthOf: (box: HTMLElement) => number
  /** The page is rendered again when this changes. */
  key: number
}): 'waiting' | 'drawn' | 'failed' {
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const measure = useEffectEvent(widthOf)
  useEffect(() => {
    const box = boxRef.current
    if (box !== null) sizeBox(box, guess, measure(box))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` represents what `widthOf` reads
  }, [boxRef, guess, key])
  useEffect(() => {
    const [box, canvas, text] = [boxRef.current, canvasRef.current, textRef?.current ?? null]
    if (!isNear || box === null || canvas === null) return undefined
    let isOver = false
    let task: RenderTask | null = null
    let takeText = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      if (isOver) return
      const width = measure(box)
      sizeBox(box, pageSize(page), width)
      if (text !== null) takeText = layText(page, text, width)
      task = drawPage(page, canvas, width)
      await task.promise
      if (!isOver) setState('drawn')
    }
    draw().catch(() => {
      if (!isOver) setState('failed')
    })
    return () => {
      isOver = true
      task?.cancel()
      takeText()
      canvas.width = 0
      canvas.height = 0
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` represents what `widthOf` reads
  }, [document, number, isNear, key, boxRef, canvasRef, textRef])
  return state
}

function sizeBox(box: HTMLElement, size: PageSize, width: number): void {
  box.style.width = `${width}px`
  box.style.height = `${(width * size.height) / size.width}px`
}
