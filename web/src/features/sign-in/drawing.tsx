export function Drawing() {
  return <svg viewBox="0 0 480 320" width="100%" style={{ maxWidth: '30rem' }} aria-hidden />
}
