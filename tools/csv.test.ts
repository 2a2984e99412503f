import { describe, expect, it } from 'vitest';
import { counted, readRows } from './csv.js';

describe('a CSV file of prep bench', () => {
  const rows = readRows('map,largestOpen,options\na,10,"bench ""a"", b"\nb,21,\nb,,\nb,0,x\n');

  it('is read by columns, quoted fields included', () => {
    expect(rows[0]).toEqual({ map: 'a', largestOpen: '10', options: 'bench "a", b' });
    expect(rows[1]).toEqual({ map: 'b', largestOpen: '21', options: '' });
  });

  it('has counters that are blank, which is not 0', () => {
    expect(counted(rows.slice(0, 2), 'largestOpen')).toBe('16');
    expect(counted(rows.slice(1, 3), 'largestOpen')).toBe('');
    expect(counted(rows.slice(3), 'largestOpen')).toBe('0');
  });
});
