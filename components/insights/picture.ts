import { saveBlob } from '@/lib/browser/save-file'
import type { Sheet } from './sheet'

const rowPx = 28
const paddingPx = 16
const titlePx = 40
const headPx = 300
const cellPx = 110
/** Pictures are also shown on high-resolution screens and in documents. */
const scale = 2

const readColor = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

function fitText(context: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (context.measureText(text).width <= widthPx) return text
  let end = text.length
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > widthPx) end -= 1
  return `${text.slice(0, end)}…`
}

function createCanvas(widthPx: number, heightPx: number): [HTMLCanvasElement, CanvasRenderingContext2D | null] {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx * scale
  canvas.height = heightPx * scale
  const context = canvas.getContext('2d')
  context?.scale(scale, scale)
  if (context !== null) {
    context.fillStyle = readColor('surface')
    context.fillRect(0, 0, widthPx, heightPx)
    context.textBaseline = 'middle'
  }
  return [canvas, context]
}

function save(title: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(`${title}.png`, blob)
  }, 'image/png')
}

/** Saves a table as a picture, in the colors of the page. */
export function saveSheetPicture(title: string, { columns, rows }: Sheet): void {
  const widthPx = paddingPx * 2 + headPx + cellPx * (columns.length - 1)
  const [canvas, context] = createCanvas(widthPx, titlePx + rowPx * (rows.length + 1) + paddingPx)
  if (context === null) return
  const family = getComputedStyle(document.body).fontFamily
  const write = (text: string, xPx: number, yPx: number, roomPx: number) =>
    context.fillText(fitText(context, text, roomPx), xPx, yPx)
  context.fillStyle = readColor('ink')
  context.font = `600 15px ${family}`
  write(title, paddingPx, titlePx / 2 + 4, widthPx - paddingPx * 2)
  context.font = `12px ${family}`
  const writeRow = (texts: readonly string[], yPx: number) => {
    for (const [at, text] of texts.entries()) {
      context.textAlign = at === 0 ? 'left' : 'right'
      const rightPx = paddingPx + headPx + cellPx * at - 8
      write(text, at === 0 ? paddingPx : rightPx, yPx, at === 0 ? headPx - 8 : cellPx - 12)
    }
  }
  context.fillStyle = readColor('ink-muted')
  writeRow(columns, titlePx + rowPx / 2)
  for (const [index, { head, cells }] of rows.entries()) {
    const topPx = titlePx + rowPx * (index + 1)
    for (const [at, { shade = 0 }] of cells.entries()) {
      context.globalAlpha = shade * 0.6
      context.fillStyle = readColor('bad')
      context.fillRect(paddingPx + headPx + cellPx * at, topPx + 1, cellPx - 2, rowPx - 2)
    }
    context.globalAlpha = 1
    context.fillStyle = readColor('ink')
    writeRow([head.text, ...cells.map(({ text }) => text)], topPx + rowPx / 2)
  }
  save(title, canvas)
}

const copied = ['fill', 'stroke', 'font-size', 'font-family', 'text-anchor'] as const

/** Saves a chart of this page as a picture, as it looks now. */
export async function saveChartPicture(title: string, chart: SVGSVGElement): Promise<void> {
  const { width, height } = chart.getBoundingClientRect()
  const copy = chart.cloneNode(true) as SVGSVGElement
  const parts = chart.querySelectorAll('*')
  for (const [at, part] of copy.querySelectorAll('*').entries()) {
    const source = parts[at]
    if (source === undefined) continue
    const look = getComputedStyle(source)
    // The colors come from classes, which a picture does not have.
    for (const name of copied) part.setAttribute(name, look.getPropertyValue(name))
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const [canvas, context] = createCanvas(width, height)
  context?.drawImage(image, 0, 0, width, height)
  save(title, canvas)
}
