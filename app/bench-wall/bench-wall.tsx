import type { ComponentProps } from 'react'
import { SectionMessages } from '@/app/section-messages'
import { BenchTiles } from './bench-tiles'

/** The tiles with their texts. */
export function BenchWallTiles(props: ComponentProps<typeof BenchTiles>) {
  return (
    <SectionMessages of={['media']}>
      <BenchTiles {...props} />
    </SectionMessages>
  )
}
