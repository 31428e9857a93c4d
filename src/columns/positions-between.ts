/** `start`, `start + 1` and so on, below `end`. */
export function positionsBetween(start: number, end: number): Uint32Array {
  const positions = new Uint32Array(end - start);
  for (let i = 0; i < positions.length; i++) positions[i] = start + i;
  return positions;
}
