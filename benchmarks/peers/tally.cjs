// What the load clients count, and how they report it: one line of JSON.
const now = () => Number(process.hrtime.bigint()) / 1e6;

function percentile(values, part) {
  const ordered = Float64Array.from(values).sort();
  return ordered.length ? ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] : null;
}

class Tally {
  constructor() {
    this.counting = false;
    this.moves = [];
    this.deliveries = [];
  }
  moved(sent) {
    if (this.counting) this.moves.push(now() - sent);
  }
  delivered(sent) {
    if (this.counting) this.deliveries.push(now() - sent);
  }
  async measure(seconds) {
    await new Promise((done) => setTimeout(done, 1500));
    this.counting = true;
    const began = now();
    await new Promise((done) => setTimeout(done, seconds * 1000));
    this.counting = false;
    const took = (now() - began) / 1000;
    console.log(
      JSON.stringify({
        moves_per_second: this.moves.length / took,
        move_p50: percentile(this.moves, 0.5),
        move_p99: percentile(this.moves, 0.99),
        deliveries_per_second: this.deliveries.length / took,
        delivery_p50: percentile(this.deliveries, 0.5),
        delivery_p99: percentile(this.deliveries, 0.99),
      }),
    );
    process.exit(0);
  }
}

module.exports = { now, Tally };
