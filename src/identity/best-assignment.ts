/**
 * One-to-one assignment of rows to columns with the greatest total score. Ties go to the earlier row and column,
 * so the result depends on nothing but the scores.
 *
 * Up to EXACT_LIMIT rows and columns this is the Hungarian method in its O(n³) form by shortest augmenting paths
 * (Jonker and Volgenant, Computing 38, 1987); beyond, pairs are taken greedily by score, which is O(n² log n).
 *
 * @param scores rows of equal length, all values ≥ 0
 * @returns per row the column, or -1 if there are more rows than columns or only scores of 0 were left
 */
export function bestAssignment(scores: readonly Float64Array[]): Int32Array {
  const width = scores[0]?.length ?? 0;
  const size = Math.max(scores.length, width);
  const assigned = size <= EXACT_LIMIT ? exactAssignment(scores, size) : greedyAssignment(scores);
  return assigned.map((column, row) => ((scores[row]?.[column] ?? 0) > 0 ? column : -1));
}

const EXACT_LIMIT = 256;

function exactAssignment(scores: readonly Float64Array[], size: number): Int32Array {
  // Square cost matrix, 1-based as in the usual statement; missing rows and columns cost nothing.
  const cost = (row: number, column: number): number => -(scores[row - 1]?.[column - 1] ?? 0);
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  const rowOfColumn = new Int32Array(size + 1);
  const previous = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    rowOfColumn[0] = row;
    let column = 0;
    const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const visited = new Uint8Array(size + 1);
    do {
      visited[column] = 1;
      const from = rowOfColumn[column] as number;
      let delta = Number.POSITIVE_INFINITY;
      let nearest = 0;
      for (let to = 1; to <= size; to++) {
        if (visited[to]) continue;
        const reduced = cost(from, to) - (rowPotential[from] as number) - (columnPotential[to] as number);
        if (reduced < (slack[to] as number)) {
          slack[to] = reduced;
          previous[to] = column;
        }
        if ((slack[to] as number) < delta) {
          delta = slack[to] as number;
          nearest = to;
        }
      }
      for (let to = 0; to <= size; to++) {
        if (visited[to]) {
          const owner = rowOfColumn[to] as number;
          rowPotential[owner] = (rowPotential[owner] as number) + delta;
          columnPotential[to] = (columnPotential[to] as number) - delta;
        } else {
          slack[to] = (slack[to] as number) - delta;
        }
      }
      column = nearest;
    } while (rowOfColumn[column] !== 0);
    while (column !== 0) {
      const before = previous[column] as number;
      rowOfColumn[column] = rowOfColumn[before] as number;
      column = before;
    }
  }
  const columnOfRow = new Int32Array(scores.length).fill(-1);
  for (let column = 1; column <= size; column++) {
    const row = rowOfColumn[column] as number;
    if (row <= scores.length) columnOfRow[row - 1] = column - 1;
  }
  return columnOfRow;
}

function greedyAssignment(scores: readonly Float64Array[]): Int32Array {
  const pairs: { row: number; column: number; score: number }[] = [];
  scores.forEach((line, row) => {
    line.forEach((score, column) => {
      if (score > 0) pairs.push({ row, column, score });
    });
  });
  pairs.sort((x, y) => y.score - x.score || x.row - y.row || x.column - y.column);
  const columnOfRow = new Int32Array(scores.length).fill(-1);
  const taken = new Set<number>();
  for (const { row, column } of pairs) {
    if (columnOfRow[row] !== -1 || taken.has(column)) continue;
    columnOfRow[row] = column;
    taken.add(column);
  }
  return columnOfRow;
}
