# A spec says nothing about whole programs.
write: Described.java <<
class Described {
}
>>
$ glassbox check --spec Described.java
