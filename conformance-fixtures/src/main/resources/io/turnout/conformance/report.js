
// SPDX-License-Identifier: Apache-2.0
'use strict';
document.addEventListener('DOMContentLoaded', () => {
  const filter = document.getElementById('filter');
  const boxes = [...document.querySelectorAll('.controls input[type=checkbox]')];
  const cases = [...document.querySelectorAll('.case')];
  const files = [...document.querySelectorAll('details.file')];

  function show() {
    const text = filter.value.trim().toLowerCase();
    const wanted = new Set(boxes.filter(box => box.checked).map(box => box.value));
    let shown = 0;
    for (const one of cases) {
      one.hidden = !wanted.has(one.dataset.status) || !one.dataset.text.includes(text);
      shown += one.hidden ? 0 : 1;
    }
    for (const file of files) {
      file.hidden = !file.querySelector('.case:not([hidden])');
      file.open = text !== '' && !file.hidden;
    }
    document.getElementById('shown').textContent = shown + ' of ' + cases.length + ' shown';
  }

  filter.addEventListener('input', show);
  boxes.forEach(box => box.addEventListener('change', show));
  document.querySelector('.controls').hidden = false;
  show();
});
