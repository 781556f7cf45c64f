import { Skeleton } from '@mantine/core'
import classes from './cards.module.css'

const skeletonCards = Array.from({ length: 6 }, (_, index) => index)

/** Grey cards in place of those that are being loaded. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <ul className={classes.cards} aria-label={label} aria-busy>
      {skeletonCards.map((index) => (
        <li key={index} className={classes.skeleton} aria-hidden>
          <Skeleton height={14} width="45%" />
          <Skeleton height={10} width="75%" />
          <Skeleton height={10} width="60%" />
        </li>
      ))}
    </ul>
  )
}
