/** Whether a button of the mouse is down. A finger presses and releases at once, when it is lifted. */
let isPressed = false
const waiting: (() => void)[] = []

addEventListener('mousedown', () => (isPressed = true), true)
for (const end of ['mouseup', 'dragend'] as const)
  addEventListener(
    end,
    () =>
      // The click comes between the release and this.
      setTimeout(() => {
        isPressed = false
        for (const act of waiting.splice(0)) act()
      }),
    true,
  )

// A submit checks every field itself: a check that waited would take away what the submit has found.
addEventListener('submit', () => waiting.splice(0), true)

/**
 * Acts now, or once what is being pressed has got its click: whatever moves meanwhile, such as a button below a message
 * that appears, is released beside the pointer and does nothing.
 */
export function actAfterPress(act: () => void) {
  if (isPressed) waiting.push(act)
  else act()
}
