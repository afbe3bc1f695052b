//! What the sequences are about: classes of the JDK, the ways to make their objects, and calls on them. Holes are `#` and a
//! letter (`sequences.rs`); a call that begins with `!` is a statement.

/// Calls on a variable `x`.
pub struct Subject {
    pub name: &'static str,
    pub ty: &'static str,
    pub starts: &'static [&'static str],
    pub calls: &'static [&'static str],
    /// What is shown in the end.
    pub shows: &'static str,
}

/// Chains of calls: each step leads from one type to another, the empty one ends.
pub struct Chain {
    pub name: &'static str,
    pub starts: &'static [(&'static str, &'static str)],
    pub steps: &'static [(&'static str, &'static str, &'static str)],
}

pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: "List",
        ty: "List<Integer>",
        starts: &[
            "list(#x)", "new LinkedList<>(list(#x))", "new Vector<>(list(#x))", "new CopyOnWriteArrayList<>(list(#x))",
            "Arrays.asList(#i, #i, #i)", "Collections.unmodifiableList(list(#x))", "List.of(#i, #i, #i)",
            "Collections.synchronizedList(list(#x))", "new ArrayList<>(#n)", "Collections.nCopies(#n, #i)", "list(#x).subList(0, 0)",
        ],
        calls: &[
            "x.add(#i)", "!x.add(#m, #i)", "x.get(#m)", "x.set(#m, #i)", "x.remove(#m)", "x.remove(Integer.valueOf(#i))",
            "x.indexOf(#i)", "x.lastIndexOf(#i)", "x.contains(#i)", "x.size()", "x.isEmpty()", "x.addAll(list(#x))",
            "x.addAll(#m, list(#x))", "x.removeAll(list(#x))", "x.retainAll(list(#x))", "x.containsAll(list(#x))", "!x.clear()",
            "!x.sort(null)", "!x.sort(Comparator.reverseOrder())", "x.subList(#m, #n)", "x.equals(list(#x))", "x.hashCode()",
            "x.removeIf(#p)", "!x.replaceAll(n -> n + #i)", "Arrays.toString(x.toArray())", "Arrays.toString(x.toArray(new Integer[#n]))",
            "all(x.iterator())", "all(x.listIterator(#m))", "x.stream().mapToInt(n -> n).sum()", "!x.forEach(n -> b.append(n))",
            "!Collections.reverse(x)", "!Collections.swap(x, #m, #m)", "!Collections.shuffle(x, new Random(#i))", "Collections.max(x)",
            "!Collections.rotate(x, #i)", "Collections.frequency(x, #i)", "Collections.binarySearch(x, #i)", "List.copyOf(x)",
            "!{ Iterator<Integer> i = x.iterator(); i.next(); i.remove(); }",
            "!{ ListIterator<Integer> i = x.listIterator(); i.next(); i.add(#i); i.previous(); i.set(#i); }",
            "!for (Integer n : x) if (n == #i) x.add(n)", "!x.subList(#m, #n).clear()", "x.listIterator().nextIndex()",
        ],
        shows: "x",
    },
    Subject {
        name: "Deque",
        ty: "Deque<Integer>",
        starts: &[
            "new ArrayDeque<>()", "new ArrayDeque<>(list(#x))", "new LinkedList<>(list(#x))", "new ConcurrentLinkedDeque<>(list(#x))",
            "new LinkedBlockingDeque<>(list(#x))",
        ],
        calls: &[
            "!x.addFirst(#i)", "!x.addLast(#i)", "x.offerFirst(#i)", "x.offer(#i)", "x.pollFirst()", "x.pollLast()", "x.peekFirst()",
            "x.peekLast()", "x.removeFirst()", "x.removeLast()", "!x.push(#i)", "x.pop()", "x.peek()", "x.element()", "x.size()",
            "x.contains(#i)", "x.removeFirstOccurrence(#i)", "x.removeLastOccurrence(#i)", "all(x.descendingIterator())", "all(x.iterator())",
            "x.addAll(list(#x))", "x.removeIf(#p)", "!x.add(null)", "x.remove()", "!x.clear()", "x.stream().count()", "x.retainAll(list(#x))",
        ],
        shows: "x",
    },
    Subject {
        name: "PriorityQueue",
        ty: "Queue<Integer>",
        starts: &[
            "new PriorityQueue<>()", "new PriorityQueue<>(list(#x))", "new PriorityQueue<>(Comparator.reverseOrder())",
            "new PriorityQueue<>(5, Comparator.comparing((Integer n) -> n % 3).thenComparing(n -> -n))", "new PriorityBlockingQueue<>(list(#x))",
            "new ConcurrentLinkedQueue<>(list(#x))", "new LinkedBlockingQueue<>(list(#x))", "new ArrayBlockingQueue<>(4)",
        ],
        calls: &[
            "x.offer(#i)", "x.add(#i)", "x.poll()", "x.peek()", "x.remove()", "x.element()", "x.remove(#i)", "x.contains(#i)", "x.size()",
            "x.addAll(list(#x))", "all(x.iterator())", "x.removeIf(#p)", "Arrays.toString(x.toArray())", "x.isEmpty()", "!x.add(null)",
        ],
        shows: "x",
    },
    Subject {
        name: "Map",
        ty: "Map<String, Integer>",
        starts: &[
            "new HashMap<>()", "new LinkedHashMap<>()", "new TreeMap<>()", "new ConcurrentHashMap<>()", "new ConcurrentSkipListMap<>()",
            "new Hashtable<>()", "new LinkedHashMap<>(8, 0.5f, true)", "new TreeMap<>(Comparator.reverseOrder())", "new HashMap<>(Map.of(#s, #i))",
            "Collections.synchronizedMap(new HashMap<>())", "new TreeMap<>(String.CASE_INSENSITIVE_ORDER)", "new WeakHashMap<>()",
        ],
        calls: &[
            "x.put(#s, #i)", "x.put(#s, #i)", "x.put(#s, #i)", "x.get(#s)", "x.remove(#s)", "x.containsKey(#s)", "x.containsValue(#i)",
            "x.getOrDefault(#s, #i)", "x.putIfAbsent(#s, #i)", "x.merge(#s, #i, Integer::sum)", "x.merge(#s, #i, (p, q) -> null)",
            "x.computeIfAbsent(#s, String::length)", "x.computeIfPresent(#s, (k, v) -> v > 3 ? v * 2 : null)",
            "x.compute(#s, (k, v) -> v == null ? 1 : v + 1)", "x.replace(#s, #i)", "x.replace(#s, #i, #i)", "x.remove(#s, #i)", "x.size()",
            "x.keySet()", "x.values()", "x.entrySet()", "!x.forEach((k, v) -> b.append(k).append(v))", "!x.replaceAll((k, v) -> v + k.length())",
            "x.equals(new HashMap<>(x))", "x.hashCode()", "x.keySet().remove(#s)", "x.values().remove(#i)", "x.entrySet().removeIf(e -> e.getValue() > #i)",
            "!for (Map.Entry<String, Integer> e : x.entrySet()) e.setValue(#i)", "!x.putAll(Map.of(#s, #i))", "!x.clear()", "!x.put(null, #i)",
            "!for (int i = 0; i < 30; i++) x.put(\"k\" + i * 7, i)", "x.keySet().retainAll(List.of(#w))", "Map.Entry.<String, Integer>comparingByKey().compare(Map.entry(#s, 1), Map.entry(#s, 2))",
            "x.entrySet().stream().map(Map.Entry::getKey).sorted().collect(Collectors.joining(\",\"))",
        ],
        shows: "x",
    },
    Subject {
        name: "NavigableMap",
        ty: "NavigableMap<Integer, String>",
        starts: &[
            "new TreeMap<>(Map.of(#i, #s))", "new ConcurrentSkipListMap<>()", "new TreeMap<>(Comparator.reverseOrder())",
            "new TreeMap<Integer, String>(IntStream.range(0, 9).boxed().collect(Collectors.toMap(n -> n * 2, n -> \"v\" + n)))",
        ],
        calls: &[
            "x.put(#i, #s)", "x.put(#i, #s)", "x.floorKey(#i)", "x.ceilingEntry(#i)", "x.higherKey(#i)", "x.lowerEntry(#i)", "x.firstEntry()",
            "x.lastKey()", "x.pollFirstEntry()", "x.pollLastEntry()", "x.headMap(#i)", "x.tailMap(#i, true)", "x.subMap(#i, true, #i, false)",
            "x.descendingMap()", "x.navigableKeySet()", "x.descendingKeySet()", "!x.headMap(#i).clear()", "x.subMap(#i, #i).size()", "x.remove(#i)",
            "x.tailMap(#i).put(#i, #s)", "x.firstKey()", "x.descendingMap().headMap(#i).lastKey()", "x.merge(#i, #s, String::concat)",
        ],
        shows: "x",
    },
    Subject {
        name: "NavigableSet",
        ty: "NavigableSet<Integer>",
        starts: &["new TreeSet<>(list(#x))", "new ConcurrentSkipListSet<>(list(#x))", "new TreeSet<>(Comparator.reverseOrder())", "new TreeSet<>(list(#x)).descendingSet()"],
        calls: &[
            "x.add(#i)", "x.add(#i)", "x.remove(#i)", "x.floor(#i)", "x.ceiling(#i)", "x.higher(#i)", "x.lower(#i)", "x.pollFirst()", "x.pollLast()",
            "x.headSet(#i)", "x.tailSet(#i, false)", "x.subSet(#i, true, #i, true)", "x.descendingSet()", "x.first()", "x.last()", "x.contains(#i)",
            "all(x.descendingIterator())", "x.addAll(list(#x))", "x.retainAll(list(#x))", "!x.subSet(#i, #i).clear()", "x.headSet(#i).add(#i)", "x.equals(Set.copyOf(x))",
        ],
        shows: "x",
    },
    Subject {
        name: "Set",
        ty: "Set<String>",
        starts: &[
            "new HashSet<>(List.of(#w))", "new LinkedHashSet<>(List.of(#w))", "new TreeSet<>(List.of(#w))", "Set.of(#s)",
            "Collections.newSetFromMap(new LinkedHashMap<>())", "new CopyOnWriteArraySet<>(List.of(#w))", "ConcurrentHashMap.newKeySet()",
        ],
        calls: &[
            "x.add(#s)", "x.add(#s)", "x.remove(#s)", "x.contains(#s)", "x.size()", "x.addAll(List.of(#w))", "x.removeAll(List.of(#w))",
            "x.retainAll(List.of(#w))", "x.containsAll(List.of(#w))", "x.hashCode()", "x.equals(new HashSet<>(x))", "all(x.iterator())",
            "x.stream().sorted().toList()", "x.removeIf(s -> s.length() > #n)", "!x.clear()", "x.isEmpty()", "String.join(\"|\", x)",
        ],
        shows: "x",
    },
    Subject {
        name: "EnumMap",
        ty: "EnumMap<Color, Integer>",
        starts: &["new EnumMap<>(Color.class)", "new EnumMap<>(Map.of(#e, #i))"],
        calls: &[
            "x.put(#e, #i)", "x.get(#e)", "x.remove(#e)", "x.containsKey(#e)", "x.containsValue(#i)", "x.keySet()", "x.values()", "x.entrySet()", "x.size()",
            "x.merge(#e, #i, Integer::sum)", "x.equals(new EnumMap<>(x))", "x.hashCode() * 0", "#e.weight()", "Color.valueOf(#s)", "#e.compareTo(#e)", "x.clone()",
        ],
        shows: "x",
    },
    Subject {
        name: "EnumSet",
        ty: "EnumSet<Color>",
        starts: &["EnumSet.noneOf(Color.class)", "EnumSet.allOf(Color.class)", "EnumSet.of(#e, #e)", "EnumSet.range(Color.RED, #e)"],
        calls: &[
            "x.add(#e)", "x.remove(#e)", "x.contains(#e)", "EnumSet.complementOf(x)", "x.size()", "x.addAll(EnumSet.of(#e))", "x.retainAll(EnumSet.of(#e, #e))",
            "all(x.iterator())", "x.clone()", "x.equals(EnumSet.of(#e))", "x.containsAll(EnumSet.of(#e))", "Arrays.toString(Color.values())",
        ],
        shows: "x",
    },
    Subject {
        name: "StringJoiner",
        ty: "StringJoiner",
        starts: &["new StringJoiner(#s)", "new StringJoiner(#s, #s, #s)"],
        calls: &["x.add(#s)", "x.length()", "x.setEmptyValue(#s)", "x.merge(new StringJoiner(#s).add(#s).add(#s))", "x.toString()", "String.join(#s, #w)", "String.join(#s, List.of(#w))"],
        shows: "x",
    },
    Subject {
        name: "BitSet",
        ty: "BitSet",
        starts: &["new BitSet()", "new BitSet(70)", "BitSet.valueOf(new long[] {#l, #n})"],
        calls: &[
            "!x.set(#i)", "!x.set(#n, #i)", "!x.clear(#i)", "!x.flip(#n)", "!x.flip(#n, 80)", "x.get(#i)", "x.cardinality()", "x.length()", "x.size()",
            "x.nextSetBit(#n)", "x.nextClearBit(#n)", "x.previousSetBit(#i)", "x.previousClearBit(#i)", "!x.and(BitSet.valueOf(new long[] {#l}))",
            "!x.or(BitSet.valueOf(new long[] {#l}))", "!x.xor(BitSet.valueOf(new long[] {#l}))", "!x.andNot(BitSet.valueOf(new byte[] {#n}))", "x.hashCode()",
            "x.intersects(BitSet.valueOf(new long[] {#l}))", "Arrays.toString(x.toLongArray())", "Arrays.toString(x.toByteArray())", "x.stream().sum()", "x.get(#n, 20)", "x.clone()",
        ],
        shows: "x",
    },
    Subject {
        name: "Random",
        ty: "Random",
        starts: &["new Random(#l)", "new Random(#i)"],
        calls: &[
            "x.nextInt()", "x.nextInt(#i)", "x.nextInt(#i, #k)", "x.nextLong()", "x.nextBoolean()", "x.nextDouble()", "x.nextFloat() * 0", "x.ints(#n, 0, 10).boxed().toList()",
            "!x.setSeed(#l)", "x.longs(#n).sum()", "x.doubles(#n).count()", "!{ byte[] a = new byte[#n]; x.nextBytes(a); b.append(Arrays.toString(a)); }",
            "!{ List<Integer> a = list(#x); Collections.shuffle(a, x); b.append(a); }", "new SplittableRandom(#l).nextInt(100)",
        ],
        shows: "x.nextInt()",
    },
    Subject {
        name: "Scanner",
        ty: "Scanner",
        starts: &["new Scanner(#t)", "new Scanner(\"1 2 x 3.5 true\\nline two\\n-7\")", "new Scanner(\"a,b;c\").useDelimiter(\"[,;]\")", "new Scanner(\"9 0x1f 10\")"],
        calls: &[
            "x.hasNext()", "x.next()", "x.hasNextInt()", "x.nextInt()", "x.nextLine()", "x.hasNextLine()", "x.nextBoolean()", "x.nextLong()", "x.hasNextDouble()",
            "x.next(\"[a-z]+\")", "x.hasNext(\"\\\\d+\")", "x.findInLine(\"\\\\d\")", "x.nextDouble()", "x.nextBigInteger()", "x.nextInt(16)", "x.tokens().count()",
        ],
        shows: "x.hasNext()",
    },
    Subject {
        name: "BigInteger",
        ty: "BigInteger",
        starts: &["#B", "BigInteger.valueOf(#l)", "new BigInteger(#s, 16)", "new BigInteger(1, new byte[] {1, 2, 3, (byte) 200, #n})"],
        calls: &[
            "x = x.add(#B)", "x = x.subtract(#B)", "x = x.multiply(#B)", "x = x.divide(#B)", "x = x.mod(#B)", "x.remainder(#B)", "x = x.pow(#n)", "x.gcd(#B)",
            "x = x.negate()", "x.abs()", "x.signum()", "x.bitLength()", "x.bitCount()", "x.testBit(#n)", "x = x.shiftLeft(#i)", "x = x.shiftRight(#n)", "x.and(#B)",
            "x.or(#B)", "x.xor(#B)", "x.not()", "x.compareTo(#B)", "x.equals(#B)", "x.hashCode()", "x.toString(#n)", "x.longValue()", "x.intValue()", "x.intValueExact()",
            "x.modPow(#B, #B)", "x.modInverse(#B)", "x.sqrt()", "Arrays.toString(x.divideAndRemainder(#B))", "Arrays.toString(x.toByteArray())", "x.min(#B)", "x.max(#B)",
            "x.doubleValue() > 0", "x.getLowestSetBit()", "x.flipBit(#n)", "x.longValueExact()",
        ],
        shows: "x",
    },
    Subject {
        name: "BigDecimal",
        ty: "BigDecimal",
        starts: &["#D", "BigDecimal.valueOf(#l, #n)", "new BigDecimal(#s)", "BigDecimal.valueOf(#d)", "new BigDecimal(#B, #i)"],
        calls: &[
            "x = x.add(#D)", "x = x.subtract(#D)", "x = x.multiply(#D)", "x.divide(#D)", "x = x.divide(#D, #n, #R)", "x.divide(#D, MathContext.DECIMAL32)", "x.remainder(#D)",
            "x = x.setScale(#i, #R)", "x = x.negate()", "x.abs()", "x.signum()", "x.scale()", "x.precision()", "x.unscaledValue()", "x = x.stripTrailingZeros()",
            "x.compareTo(#D)", "x.equals(#D)", "x.hashCode()", "x.toPlainString()", "x.toEngineeringString()", "x = x.movePointLeft(#i)", "x.movePointRight(#i)",
            "x.pow(#n)", "x.round(new MathContext(#n, #R))", "x.intValue()", "x.longValueExact()", "x.toBigInteger()", "x.toBigIntegerExact()", "x.min(#D)", "x.ulp()",
            "x.doubleValue() > 0", "x.divideToIntegralValue(#D)", "x.scaleByPowerOfTen(#i)", "x.sqrt(MathContext.DECIMAL32)", "x.plus(new MathContext(#n))", "Arrays.toString(x.divideAndRemainder(#D))",
        ],
        shows: "x",
    },
    Subject {
        name: "LocalDate",
        ty: "LocalDate",
        starts: &["#L", "LocalDate.of(#k, #n, #i)", "LocalDate.ofEpochDay(#k)", "LocalDate.parse(\"2024-02-29\")"],
        calls: &[
            "x = x.plusDays(#i)", "x = x.plusMonths(#k)", "x = x.minusYears(#i)", "x.plusWeeks(#i)", "x.getDayOfWeek()", "x.getDayOfYear()", "x.isLeapYear()", "x.lengthOfMonth()",
            "x = x.withDayOfMonth(#i)", "x.withMonth(#n)", "x.compareTo(#L)", "x.isBefore(#L)", "x.equals(#L)", "x.hashCode()", "x.toEpochDay()", "Period.between(x, #L)",
            "ChronoUnit.DAYS.between(x, #L)", "ChronoUnit.MONTHS.between(x, #L)", "x.until(#L, ChronoUnit.WEEKS)", "x.with(TemporalAdjusters.firstDayOfNextMonth())",
            "x.with(TemporalAdjusters.next(DayOfWeek.MONDAY))", "x.atStartOfDay()", "x.atTime(#n, #i)", "x.get(ChronoField.DAY_OF_MONTH)", "x.getMonth()", "x.getYear()",
            "x.range(ChronoField.DAY_OF_MONTH)", "LocalDate.parse(#s)", "x.plus(Period.of(#i, #i, #i))", "x.plus(#i, ChronoUnit.DECADES)", "x.datesUntil(x.plusDays(#n)).count()", "YearMonth.from(x)",
        ],
        shows: "x",
    },
    Subject {
        name: "LocalDateTime",
        ty: "LocalDateTime",
        starts: &["LocalDateTime.of(2024, 2, #n, #i, #i)", "#L.atTime(#n, #n, #n)", "LocalDateTime.ofEpochSecond(#l / 1000, 0, ZoneOffset.UTC)", "LocalDateTime.parse(\"2020-01-02T03:04:05.678\")"],
        calls: &[
            "x = x.plusHours(#k)", "x = x.plusSeconds(#k)", "x.minusMinutes(#i)", "x.plusNanos(#l)", "x.toLocalTime()", "x.toLocalDate()", "x.getNano()", "x.getHour()",
            "x.truncatedTo(ChronoUnit.HOURS)", "x.truncatedTo(ChronoUnit.DAYS)", "Duration.between(x, #L.atStartOfDay())", "x.toEpochSecond(ZoneOffset.UTC)", "x.toInstant(ZoneOffset.ofHours(#n))",
            "x.compareTo(x.plusDays(#i))", "x.hashCode()", "Duration.ofSeconds(#k)", "Duration.ofMillis(#l).toMinutes()", "Duration.parse(\"PT8H6M12.345S\").plusSeconds(#i)", "LocalTime.of(#i, #i).plusMinutes(#k)",
            "LocalTime.MIDNIGHT.minusSeconds(#i)", "Instant.ofEpochMilli(#l)", "Instant.ofEpochSecond(#k).plusMillis(#i)", "ZoneOffset.ofHoursMinutes(#n, 30)", "x.atOffset(ZoneOffset.UTC)", "Duration.ofDays(#i).toHours()", "Duration.ofSeconds(#k).dividedBy(#i)", "Period.ofMonths(#k).normalized()",
        ],
        shows: "x",
    },
    Subject {
        name: "Pattern",
        ty: "Pattern",
        starts: &["Pattern.compile(#r)", "Pattern.compile(#r, Pattern.CASE_INSENSITIVE)", "Pattern.compile(#r, Pattern.DOTALL | Pattern.MULTILINE)"],
        calls: &[
            "x.matcher(#t).matches()", "x.matcher(#t).find()", "x.matcher(#t).lookingAt()", "found(x.matcher(#t))", "x.matcher(#t).replaceAll(#s)", "x.matcher(#t).replaceFirst(\"<$0>\")",
            "Arrays.toString(x.split(#t))", "Arrays.toString(x.split(#t, #m))", "#t.replaceAll(#r, #s)", "#t.matches(#r)", "Arrays.toString(#t.split(#r))", "x.asPredicate().test(#t)", "x.matcher(#t).results().count()",
            "x.splitAsStream(#t).toList()", "x.matcher(#t).hitEnd()", "Pattern.quote(#s)", "x.matcher(#t).replaceAll(m -> m.group().toUpperCase())", "x.pattern()", "x.matcher(#t).region(0, 0).find()",
        ],
        shows: "x",
    },
    Subject {
        name: "DecimalFormat",
        ty: "DecimalFormat",
        starts: &["new DecimalFormat(#f, DecimalFormatSymbols.getInstance(Locale.ROOT))", "new DecimalFormat(#f)"],
        calls: &[
            "x.format(#d)", "x.format(#l)", "x.format(#D)", "x.format(#k)", "!x.setRoundingMode(#R)", "!x.setMaximumFractionDigits(#n)", "!x.setMinimumIntegerDigits(#n)", "x.toPattern()",
            "!x.setGroupingUsed(false)", "x.parse(#s, new ParsePosition(0))", "x.getMultiplier()", "x.format(#B)",
        ],
        shows: "x.format(12.5)",
    },
    Subject {
        name: "String",
        ty: "String",
        starts: &["#t", "#s", "#s + #i", "String.valueOf(#d)"],
        calls: &[
            "x = x + #s", "x.strip()", "x = x.repeat(#m)", "x.lines().toList()", "x.chars().sum()", "x.codePoints().count()", "x.indent(#m)", "x.isBlank()", "x.split(#s).length", "x.toUpperCase()",
            "x.compareTo(#s)", "x.indexOf(#s)", "x.substring(#n)", "x.charAt(#m)", "String.format(\"%s|%5s|%-5s\", x, x, #s)", "\"%d %05d %x\".formatted(#i, #k, #i)", "String.format(\"%.2f %e\", #d, #d)",
            "x.replace(#c, #c)", "x.replace(#s, #s)", "x.startsWith(#s)", "x.concat(#s)", "new StringBuilder(x).reverse()", "new StringBuilder(x).insert(#m, #i)", "x.chars().filter(Character::isLetter).count()",
            "new String(x.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)", "Arrays.toString(x.getBytes(StandardCharsets.UTF_16))", "x.hashCode()", "x.stripLeading()", "x.regionMatches(#m, #s, 0, #n)", "String.valueOf(#c)", "x.translateEscapes()", "x.equalsIgnoreCase(#s)", "x.transform(s -> s + #i)", "x.contentEquals(new StringBuilder(#s))", "new StringBuilder(x).chars().count()", "x.describeConstable().get()", "new Formatter().format(\"%s %d\", x, #i)",
        ],
        shows: "x",
    },
    Subject {
        name: "Arrays",
        ty: "int[]",
        starts: &["array(#x)", "new int[#n]", "IntStream.range(0, 60).map(n -> n * 37 % 41).toArray()"],
        calls: &[
            "!Arrays.sort(x)", "!Arrays.sort(x, #m, #n)", "Arrays.binarySearch(x, #i)", "Arrays.toString(x)", "Arrays.hashCode(x)", "Arrays.equals(x, array(#x))", "Arrays.compare(x, array(#x))", "Arrays.mismatch(x, array(#x))",
            "!Arrays.fill(x, #m, #n, #i)", "Arrays.toString(Arrays.copyOf(x, #i))", "Arrays.toString(Arrays.copyOfRange(x, #m, #n))", "Arrays.stream(x).sum()", "!Arrays.setAll(x, n -> n * #i)", "Arrays.stream(x).max()",
            "Arrays.asList(#w)", "!{ String[] a = {#w}; Arrays.sort(a); b.append(Arrays.toString(a)); }", "!{ String[] a = {#w}; Arrays.sort(a, Comparator.comparing(String::length)); b.append(Arrays.asList(a)); }", "Arrays.deepToString(new int[][] {{#x}, {#x}})",
            "!{ double[] a = {#d, #d, #d, Double.NaN}; Arrays.sort(a); b.append(Arrays.hashCode(a)); }", "Arrays.asList(#w).indexOf(#s)", "Arrays.stream(new String[] {#w}).collect(Collectors.toCollection(TreeSet::new))",
        ],
        shows: "Arrays.toString(x)",
    },
    Subject {
        name: "Numbers",
        ty: "int",
        starts: &["#i", "#k"],
        calls: &[
            "Integer.toString(x, #n)", "Integer.parseInt(#s)", "Integer.toHexString(x)", "Integer.bitCount(x)", "Integer.reverse(x)", "Integer.compare(x, #i)", "Long.toString(#l, #n)", "Long.parseLong(#s)", "Long.numberOfLeadingZeros(#l)", "Long.hashCode(#l)",
            "Integer.valueOf(x).equals(#i)", "Double.parseDouble(#s)", "Double.compare(#d, #d)", "Double.doubleToLongBits(#d)", "Character.isLetter(#c)", "Character.getNumericValue(#c)", "Math.floorMod(x, #i)", "Math.addExact(x, #k)", "Math.multiplyExact(x, #k)", "Integer.decode(#s)",
            "Integer.toUnsignedString(x)", "Integer.parseUnsignedInt(#s)", "Boolean.parseBoolean(#s)", "Objects.hash(x, #s)", "Objects.equals(#s, #s)", "Objects.requireNonNullElse(null, #i)", "Objects.checkIndex(#m, #n)", "Byte.parseByte(#s)", "Short.compare((short) x, (short) 3)", "Integer.highestOneBit(x)",
            "new UUID(#l, #l)", "new UUID(#l, #n).compareTo(new UUID(#l, 1))", "UUID.fromString(\"123e4567-e89b-12d3-a456-426614174000\").variant()", "Base64.getEncoder().encodeToString(#s.getBytes(StandardCharsets.UTF_8))", "new String(Base64.getDecoder().decode(#s), StandardCharsets.UTF_8)", "!{ CRC32 c = new CRC32(); c.update(new byte[] {1, #n}); b.append(c.getValue()); }",
            "new Pair(x, #s)", "new Pair(x, #s).equals(new Pair(#i, #s))", "new Pair(#i, #s).hashCode()", "new AtomicInteger(x).updateAndGet(n -> n * 2)", "new AtomicLong(#l).getAndIncrement()", "new AtomicReference<>(#s).accumulateAndGet(#s, String::concat)", "new AtomicBoolean().getAndSet(true)", "new AtomicIntegerArray(array(#x)).addAndGet(#n, #i)",
            "!{ LongAdder a = new LongAdder(); a.add(#l); a.increment(); b.append(a.sum()); }",
        ],
        shows: "x",
    },
];

pub const CHAINS: &[Chain] = &[
    Chain {
        name: "Stream",
        starts: &[
            ("S", "Stream.of(#i, #i, #i, #i)"), ("S", "list(#x).stream()"), ("S", "Stream.iterate(#i, n -> n + #n).limit(#n)"), ("S", "new TreeSet<>(list(#x)).stream()"), ("S", "Arrays.asList(#i, #i).stream()"),
            ("T", "Stream.of(#w)"), ("T", "List.of(#w).stream()"), ("I", "IntStream.range(#i, #i)"), ("I", "IntStream.of(#x)"), ("I", "#t.chars()"), ("T", "Pattern.compile(\"b\").splitAsStream(#t)"), ("S", "Stream.<Integer>empty()"), ("S", "list(#x).parallelStream().sequential()"),
        ],
        steps: &[
            ("S", "S", ".filter(n -> n > #i)"), ("S", "S", ".map(n -> n * #i)"), ("S", "S", ".sorted()"), ("S", "S", ".sorted(Comparator.reverseOrder())"), ("S", "S", ".distinct()"), ("S", "S", ".limit(#n)"), ("S", "S", ".skip(#n)"), ("S", "S", ".takeWhile(n -> n < #i)"), ("S", "S", ".dropWhile(n -> n < #i)"),
            ("S", "S", ".peek(n -> b.append(n))"), ("S", "S", ".flatMap(n -> Stream.of(n, -n))"), ("S", "T", ".map(n -> \"s\" + n)"), ("S", "I", ".mapToInt(n -> n)"), ("S", "S", ".<Integer>mapMulti((n, c) -> { if (n > 2) { c.accept(n); c.accept(n + 1); } })"),
            ("T", "T", ".map(String::toUpperCase)"), ("T", "T", ".filter(s -> !s.isEmpty())"), ("T", "T", ".sorted(Comparator.comparing(String::length))"), ("T", "T", ".distinct()"), ("T", "S", ".map(String::length)"), ("T", "I", ".mapToInt(String::length)"), ("T", "I", ".flatMapToInt(String::chars)"), ("T", "T", ".sorted()"), ("T", "T", ".limit(#n)"),
            ("I", "I", ".filter(n -> n % 2 == 0)"), ("I", "I", ".map(n -> n + #i)"), ("I", "I", ".sorted()"), ("I", "I", ".distinct()"), ("I", "I", ".limit(#n)"), ("I", "S", ".boxed()"), ("I", "T", ".mapToObj(Integer::toString)"), ("I", "I", ".flatMap(n -> IntStream.range(0, n % 3))"),
            ("S", "", ".collect(Collectors.toList())"), ("S", "", ".toList()"), ("S", "", ".count()"), ("S", "", ".reduce(#i, Integer::sum)"), ("S", "", ".reduce(Integer::max)"), ("S", "", ".findFirst()"), ("S", "", ".min(Comparator.naturalOrder())"), ("S", "", ".anyMatch(n -> n == #i)"), ("S", "", ".allMatch(n -> n < #i)"),
            ("S", "", ".collect(Collectors.toCollection(TreeSet::new))"), ("S", "", ".collect(Collectors.groupingBy(n -> n % 3))"), ("S", "", ".collect(Collectors.partitioningBy(n -> n > #i, Collectors.counting()))"), ("S", "", ".collect(Collectors.summingInt(n -> n))"), ("S", "", ".collect(Collectors.averagingInt(n -> n))"),
            ("S", "", ".collect(Collectors.toMap(n -> n, n -> n * 2))"), ("S", "", ".collect(Collectors.toSet())"), ("S", "", ".collect(Collectors.minBy(Comparator.reverseOrder()))"), ("S", "", ".collect(Collectors.mapping(n -> n % 2, Collectors.toSet()))"), ("S", "", ".map(String::valueOf).collect(Collectors.joining(#s, #s, #s))"),
            ("S", "", ".collect(Collectors.reducing(0, n -> n + 1, Integer::sum))"), ("S", "", ".iterator().hasNext()"), ("S", "", ".collect(Collectors.summarizingInt(n -> n))"), ("S", "", ".collect(Collectors.filtering(n -> n > 2, Collectors.toList()))"), ("S", "", ".collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (n, l) -> n + \"\" + l))"),
            ("S", "", ".collect(ArrayList::new, ArrayList::add, ArrayList::addAll)"),
            ("T", "", ".collect(Collectors.joining(\",\"))"), ("T", "", ".toList()"), ("T", "", ".collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.joining(\"/\")))"), ("T", "", ".max(Comparator.naturalOrder())"), ("T", "", ".reduce(\"\", String::concat)"), ("T", "", ".count()"), ("T", "", ".collect(Collectors.toMap(s -> s, String::length, Integer::sum, LinkedHashMap::new))"), ("T", "", ".noneMatch(String::isEmpty)"),
            ("I", "", ".sum()"), ("I", "", ".max()"), ("I", "", ".average()"), ("I", "", ".summaryStatistics()"), ("I", "", ".count()"), ("I", "", ".reduce(1, (p, q) -> p * q)"), ("I", "", ".boxed().toList()"), ("I", "", ".asLongStream().sum()"), ("I", "", ".mapToLong(n -> n * 3L).max()"), ("I", "", ".asDoubleStream().sum()"), ("I", "", ".findFirst()"), ("I", "", ".noneMatch(n -> n > #i)"),
        ],
    },
    Chain {
        name: "Optional",
        starts: &[("O", "Optional.of(#i)"), ("O", "Optional.<Integer>empty()"), ("O", "Optional.ofNullable(list(#x)).map(List::size)"), ("O", "Stream.of(#i, #i).max(Comparator.naturalOrder())"), ("P", "OptionalInt.of(#i)"), ("P", "OptionalInt.empty()")],
        steps: &[
            ("O", "O", ".map(n -> n + #i)"), ("O", "O", ".filter(n -> n > #i)"), ("O", "O", ".flatMap(n -> n > 5 ? Optional.of(n) : Optional.empty())"), ("O", "O", ".or(() -> Optional.of(#i))"),
            ("O", "", ".get()"), ("O", "", ".orElse(#i)"), ("O", "", ".orElseGet(() -> #i)"), ("O", "", ".orElseThrow()"), ("O", "", ".isPresent()"), ("O", "", ".isEmpty()"), ("O", "", ".toString()"), ("O", "", ".hashCode()"), ("O", "", ".equals(Optional.of(#i))"), ("O", "", ".stream().count()"),
            ("O", "", ".orElseThrow(() -> new IllegalStateException(\"none\"))"), ("P", "", ".orElse(#i)"), ("P", "", ".getAsInt()"), ("P", "", ".toString()"), ("P", "", ".equals(OptionalInt.of(#i))"), ("P", "", ".isPresent()"),
        ],
    },
    Chain {
        name: "Comparator",
        starts: &[("C", "Comparator.<String>naturalOrder()"), ("C", "Comparator.comparing(String::length)"), ("C", "String.CASE_INSENSITIVE_ORDER"), ("C", "Comparator.nullsFirst(Comparator.<String>reverseOrder())"), ("C", "Comparator.comparingInt((String s) -> s.hashCode() % 5)")],
        steps: &[
            ("C", "C", ".reversed()"), ("C", "C", ".thenComparing(Comparator.reverseOrder())"), ("C", "C", ".thenComparingInt(String::length)"), ("C", "C", ".thenComparing(s -> s + #s)"),
            ("C", "", ".compare(#s, #s)"), ("C", "", ".compare(#s, null)"),
        ],
    },
];
