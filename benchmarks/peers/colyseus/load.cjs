// node load.cjs PORT TABLES SECONDS SPECTATORS RATE, as beside boardgame.io.
const { Client } = require("@colyseus/sdk");
const { moveNumber } = require("../game.cjs");
const { Tally, now } = require("../tally.cjs");

const [port, tables, seconds, spectators, rate] = process.argv.slice(2).map(Number);
const tally = new Tally();
const client = new Client(`ws://127.0.0.1:${port}`);

async function openTable(number) {
  const table = { seat: 0, seq: 0, moves: 0, waiting: false, sent: 0 };
  const rooms = [];
  table.move = () => {
    if (table.waiting) return;
    const [type, ...args] = moveNumber(table.moves);
    table.waiting = true;
    table.sent = now();
    rooms[table.seat].send("move", { seat: table.seat, type, args });
  };
  for (let seat = 0; seat < 4; seat++) {
    const room = seat
      ? await client.joinById(rooms[0].roomId, { seat })
      : await client.create("table", { table: `${number}-${Date.now()}`, seat });
    rooms.push(room);
    room.onMessage("hand", () => {});
    room.onStateChange((state) => {
      if (seat !== table.seat || !table.waiting || state.seq <= table.seq) return;
      table.waiting = false;
      tally.moved(table.sent);
      table.seq = state.seq;
      table.seat = state.seat;
      table.moves++;
      if (!rate) table.move();
    });
  }
  for (let at = 0; at < spectators; at += 20) {
    const some = Array.from({ length: Math.min(20, spectators - at) }, () => client.joinById(rooms[0].roomId, {}));
    for (const room of await Promise.all(some)) room.onStateChange(() => tally.delivered(table.sent));
  }
  return table;
}

(async () => {
  const all = [];
  for (let number = 0; number < tables; number++) all.push(await openTable(number));
  for (const table of all) rate ? setInterval(table.move, 1000 / rate) : table.move();
  await tally.measure(seconds);
})();
