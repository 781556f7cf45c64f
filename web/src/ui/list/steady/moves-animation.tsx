import { Component } from 'react'

type MovesAnimationProps = {
  /** Changes with the order of the list. */
  order: string
  /** Finds what moves; an element that stays in the document goes from its former to its new place. */
  list: () => Iterable<HTMLElement>
}

type Places = ReadonlyMap<HTMLElement, { left: number; top: number }>

const durationMs = 180

/**
 * Shows where the rows or tiles of a list went when their order changed. A class: only these know the places before.
 */
export class MovesAnimation extends Component<MovesAnimationProps> {
  override getSnapshotBeforeUpdate({ order }: MovesAnimationProps): Places | null {
    if (order === this.props.order || matchMedia('(prefers-reduced-motion: reduce)').matches) return null
    return new Map(Array.from(this.props.list(), (one) => [one, getPlace(one)]))
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Places | null) {
    const moves = [...(before ?? [])].flatMap(([one, was]) => {
      const { left, top } = getPlace(one)
      return one.isConnected && (left !== was.left || top !== was.top)
        ? [{ one, from: `${was.left - left}px ${was.top - top}px` }]
        : []
    })
    for (const { one, from } of moves)
      one.animate({ translate: [from, '0px 0px'] }, { duration: durationMs, easing: 'ease-out' })
  }

  override render() {
    return null
  }
}

/** Places are told within the list, so that scrolling moves nothing. */
const getPlace = ({ offsetLeft: left, offsetTop: top }: HTMLElement) => ({ left, top })
